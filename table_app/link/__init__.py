"""Host <-> station over TLS 1.3 with certificates of the table's own authority."""
