"""Byte-code caches: Python runs them instead of their sources, so they must hold the same code.

Each is judged by a process that may end (`code_cache`), and is known by its hash from then on.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from msgspec import Struct

from table_app.release import code_cache
from table_app.release.files import sha256_of

JUDGES = 2
JUDGE_TIMEOUT_S = 300.0
ENDED_JUDGES_MAX = 8
"""How often a cache may end its judge before the rest is not looked at."""

_NAME = re.compile(rf"(.+)\.{re.escape(sys.implementation.cache_tag or '')}(?:\.opt-[12])?\.pyc")


class Cache(Struct, frozen=True):
    """A cache of one of the release's sources, and the hash that its source must have."""

    name: str
    path: Path
    source: Path
    source_sha256: str


def source_of(cache: Path) -> Path | None:
    """The source that this Python would run the cache for; None if there is none."""
    named = _NAME.fullmatch(cache.name)
    return cache.parent.parent / f"{named[1]}.py" if named else None


class CacheJudge:
    """Says what is wrong with caches, and does not judge again what it found right."""

    def __init__(self) -> None:
        self._right: dict[str, tuple[str, str]] = {}

    def wrong(self, caches: Sequence[Cache]) -> dict[str, str]:
        """By name, what is wrong with each cache that does not hold its source's code."""
        unknown = [cache for cache in caches if not self._is_known(cache)]
        shares: list[Sequence[Cache]] = [unknown[at::JUDGES] for at in range(JUDGES)]
        verdicts: dict[str, str] = {}
        for _ in range(ENDED_JUDGES_MAX):
            judges = [_Judge(share) for share in shares if share]
            shares = [self._take(judge, verdicts) for judge in judges]
        verdicts.update({cache.name: "not looked at" for share in shares for cache in share})
        return {name: verdict for name, verdict in verdicts.items() if verdict}

    def _is_known(self, cache: Cache) -> bool:
        try:
            stands = (cache.source_sha256, sha256_of(cache.path))
        except FileNotFoundError:
            return True  # A cache that is gone is run by nobody.
        return self._right.get(cache.name) == stands

    def _take(self, judge: "_Judge", verdicts: dict[str, str]) -> Sequence[Cache]:
        """Add a judge's verdicts; what it left when it ended is returned."""
        answers = judge.answers()
        for cache, (source_sha256, cache_sha256, verdict) in zip(
            judge.caches, answers, strict=False
        ):
            is_its_source = source_sha256 == cache.source_sha256
            verdicts[cache.name] = verdict if is_its_source else "its source is changing"
            if is_its_source and not verdict:
                self._right[cache.name] = (source_sha256, cache_sha256)
        left = judge.caches[len(answers) :]
        if left:
            verdicts[left[0].name] = "ends the process that reads it"
        return left[1:]


class _Judge:
    """A process that judges these caches one after the other, by files so that none waits."""

    def __init__(self, caches: Sequence[Cache]) -> None:
        self.caches = caches
        self._answers: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed when read
        with tempfile.TemporaryFile() as asked:
            for cache in caches:
                asked.write(json.dumps([str(cache.source), str(cache.path)]).encode() + b"\n")
            asked.seek(0)
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-B", code_cache.__file__],
                stdin=asked,
                stdout=self._answers,
                stderr=subprocess.DEVNULL,
            )

    def answers(self) -> list[tuple[str, str, str]]:
        """Hash of source, hash of cache and verdict for each, as far as the process came."""
        try:
            self._process.wait(JUDGE_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        with self._answers as file:
            file.seek(0)
            lines = [line for line in file if line.endswith(b"\n")]
        return [tuple(json.loads(line)) for line in lines]
