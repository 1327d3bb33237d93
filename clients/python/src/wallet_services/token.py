"""Tokens that are made when they are needed, and kept until they are of no more use."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Union

from .flow import Alone, Flow


class TokenSource:
    """Hands out a token: kept until it is about to end, or a service answered 401 to it. May be shared by clients."""

    def __init__(self, make: Callable[[], Flow[str]], lifetime: float | None = None) -> None:
        self._make = make
        self._lifetime = lifetime
        self._kept: tuple[str, float] | None = None
        self._locks = (threading.Lock(), asyncio.Lock())

    def flow(self) -> Flow[str]:
        """The token to send now. However many ask at once, one is made."""
        return self._fresh() or (yield Alone(self._locks, self._renewed))

    def _fresh(self) -> str | None:
        if self._kept is None:
            return None
        token, made = self._kept
        return token if self._lifetime is None or time.monotonic() - made < self._lifetime else None

    def _renewed(self) -> Flow[str]:
        kept = self._fresh()
        if kept is None:
            kept = yield from self._make()
            self._kept = (kept, time.monotonic())
        return kept

    def reject(self, token: str) -> None:
        """Tells that a service answered 401 to a token: it is not handed out again."""
        if self._kept is not None and self._kept[0] == token:
            self._kept = None


Token = Union[str, TokenSource]
"""A token as it is, or what hands tokens out."""
