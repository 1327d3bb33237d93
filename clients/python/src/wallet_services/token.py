"""Tokens that are made when they are needed, and kept until they are of no more use."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from typing import Any, Union

_LOOP: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("_LOOP", default=None)


class TokenSource:
    """Hands out a token: kept until it is about to end, or a service answered 401 to it. May be shared by clients."""

    def __init__(self, make: Callable[[], str], lifetime: float | None = None) -> None:
        self._make, self._lifetime = make, lifetime
        self._kept: tuple[str, float] | None = None
        self._lock = threading.Lock()

    def token(self) -> str:
        """The token to send now. However many ask at once, one is made."""
        with self._lock:
            token = self._fresh()
            if token is None:
                token = self._make()
                self._kept = (token, time.monotonic())
            return token

    async def token_async(self) -> str:
        """As `token`; a new one is made in a thread."""
        _LOOP.set(asyncio.get_running_loop())
        token = self._fresh()
        return await asyncio.to_thread(self.token) if token is None else token

    def _fresh(self) -> str | None:
        token, made = self._kept or (None, 0.0)
        return token if self._lifetime is None or time.monotonic() - made < self._lifetime else None

    def reject(self, token: str) -> None:
        """Tells that a service answered 401 to a token: it is not handed out again."""
        if self._kept is not None and self._kept[0] == token:
            self._kept = None


Token = Union[str, TokenSource]
"""A token as it is, or what hands tokens out."""


def settled(result: str | Awaitable[str]) -> str:
    """What a function of the user's gave, an `async` one included: that runs in the loop of the call."""
    if isinstance(result, str):
        return result

    async def awaited(given: Awaitable[Any]) -> str:
        return str(await given)

    loop = _LOOP.get()
    return asyncio.run_coroutine_threadsafe(awaited(result), loop).result() if loop else asyncio.run(awaited(result))
