"""Every limit of the link in one place: sizes, rates and times, for both ends."""

REQUEST_BYTES_MAX = 4096
"""A request from a station; the longest layout of all wagers is far below."""

UPDATE_BYTES_MAX = 2**20
"""A message from the host; a full table's view is far below."""

MESSAGES_PER_SECOND_MAX = 50
MESSAGES_BURST_MAX = 100
"""What a station may send: no ten fingers reach a tenth of it."""

UNANSWERED_MAX = 64
"""Requests a station may have open. Below the burst, as all are sent again after an outage."""

OUTGOING_MAX = 1024
"""Messages that may wait for a slow station before it loses its connection."""

INCOMING_MAX = 256
"""Messages that may wait for a station's screen before its socket stops reading."""

OPEN_TIMEOUT_S = 3.0
CLOSE_TIMEOUT_S = 0.5

STATION_PING_S = 1.0
STATION_PONG_S = 1.5
"""A station knows of a dead host within 3 s: a ping, its pong, and the close."""

HOST_PING_S = 2.0
HOST_PONG_S = 3.0
"""More patient than a station, which is busy for a while when it loads its pictures."""

RECONNECT_FIRST_S = 0.2
RECONNECT_MAX_S = 2.0

UNWELCOME = 1008
"""Close code: the station did what it may not. RFC 6455 section 7.4.1."""

REPLACED = 4001
"""Close code: another connection of the same seat took over."""
