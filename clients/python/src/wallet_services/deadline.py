"""
One limit for a whole attempt of the client for threads. httpx's own are for each read, so that a service which sends a
byte now and then would be waited for without end. With asyncio, `wait_for` does this.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import httpcore
import httpx

_THREAD = threading.local()

_OPENED = ("connect_tcp.complete", "connect_unix_socket.complete", "start_tls.complete")


@contextmanager
def bounded(request: httpx.Request, end: float) -> Iterator[None]:
    """Whatever is read and written for a request in this thread ends at a moment of `monotonic`."""
    request.extensions["trace"] = _opened
    _THREAD.end = end
    try:
        yield
    finally:
        _THREAD.end = None


def _opened(name: str, info: dict[str, Any]) -> None:
    """httpcore's trace: each new connection reads and writes within the limit of the thread that uses it."""
    if not name.endswith(_OPENED):
        return
    stream = info["return_value"]
    for way in ("read", "write"):
        setattr(stream, way, _limited(getattr(stream, way)))


def _limited(pass_on: Any) -> Any:
    def limited(data: Any, timeout: float | None = None) -> Any:
        end: float | None = getattr(_THREAD, "end", None)
        if end is not None:
            left = end - monotonic()
            if left <= 0:
                raise httpcore.ReadTimeout("the attempt took too long")
            timeout = left if timeout is None else min(timeout, left)
        return pass_on(data, timeout)

    return limited
