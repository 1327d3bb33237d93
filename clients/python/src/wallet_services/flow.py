"""What a call does, told once and done twice: by threads that wait, and by asyncio.

A flow is a generator. It yields what has to be done, is sent the result, and returns the answer.
"""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from .errors import CallError

_LONGEST_ANSWER, _LONGEST_REFUSAL = 64 << 20, 1 << 20
"""In bytes. What is longer is malformed, or, of a refusal, cut."""

T = TypeVar("T")
Flow = Generator[Any, Any, T]


@dataclass(frozen=True)
class Answer:
    """What a service answered."""

    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class Send:
    """Sends a request; `timeout` seconds later at most there is an `Answer` or a CallError."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    timeout: float

    @property
    def name(self) -> str:
        """Without the query."""
        return f"{self.method} {self.url.partition('?')[0]}"

    def request(self) -> httpx.Request:
        """The request as httpx has it."""
        extensions = {"timeout": httpx.Timeout(self.timeout).as_dict()}
        given = {"Accept": "application/json", "User-Agent": "wallet-services-python", **self.headers}
        headers = httpx.Headers(given, encoding="utf-8")
        try:
            return httpx.Request(self.method, self.url, headers=headers, content=self.content, extensions=extensions)
        except httpx.InvalidURL as error:
            raise ValueError(f"not an address: {self.url}") from error

    def failure(self, error: Exception) -> CallError:
        """What it means that there is no answer."""
        call = self.name
        if isinstance(error, (httpx.TimeoutException, asyncio.TimeoutError)):
            return CallError("timeout", f"{call} took longer than {self.timeout:g} s")
        return CallError("network", f"{call} was not answered: {str(error) or type(error).__name__}")


class _Collector:
    """Collects an answer, piece by piece, as far as it may go."""

    def __init__(self, send: Send, response: httpx.Response) -> None:
        self._send, self._response = send, response
        self._pieces: list[bytes] = []
        self._left = _LONGEST_ANSWER if response.is_success else _LONGEST_REFUSAL

    def add(self, piece: bytes) -> bool:
        """Takes a piece; False when there is no use in a further one."""
        self._pieces.append(piece[: self._left])
        if len(piece) > self._left and self._response.is_success:
            raise CallError("malformed", f"{self._send.name} was answered at too great length")
        self._left -= len(piece)
        return self._left > 0 or self._response.is_success

    def answer(self) -> Answer:
        """What there is."""
        return Answer(self._response.status_code, self._response.headers, b"".join(self._pieces))


@dataclass(frozen=True)
class Wait:
    """Waits so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Ask:
    """Calls a function of the user's, which may be `async` where the client is."""

    function: Callable[[], Any]


@dataclass(frozen=True)
class Alone:
    """Runs a flow that no other flow with the same locks runs meanwhile."""

    locks: tuple[threading.Lock, asyncio.Lock]
    flow: Callable[[], Flow[Any]]


@dataclass(frozen=True)
class Page:
    """Hands out items of a list."""

    items: Sequence[Any]


def _perform(effect: Any, http: httpx.Client) -> Any:
    if isinstance(effect, Send):
        try:
            end = time.monotonic() + effect.timeout
            response = http.send(effect.request(), stream=True)
            try:
                collector = _Collector(effect, response)
                for piece in response.iter_bytes():
                    if time.monotonic() > end:
                        raise httpx.ReadTimeout("slow")
                    if not collector.add(piece):
                        break
                return collector.answer()
            finally:
                response.close()
        except httpx.HTTPError as error:
            raise effect.failure(error) from error
    if isinstance(effect, Wait):
        return time.sleep(effect.seconds)
    if isinstance(effect, Ask):
        result = effect.function()
        if inspect.isawaitable(result):
            raise TypeError("this client is not async: it takes no coroutine functions")
        return result
    with effect.locks[0]:
        return run(effect.flow(), http)


async def _answered(send: Send, http: httpx.AsyncClient) -> Answer:
    response = await http.send(send.request(), stream=True)
    try:
        collector = _Collector(send, response)
        async for piece in response.aiter_bytes():
            if not collector.add(piece):
                break
        return collector.answer()
    finally:
        await response.aclose()


async def _perform_async(effect: Any, http: httpx.AsyncClient) -> Any:
    if isinstance(effect, Send):
        try:
            return await asyncio.wait_for(_answered(effect, http), effect.timeout)
        except (httpx.HTTPError, asyncio.TimeoutError) as error:
            raise effect.failure(error) from error
    if isinstance(effect, Wait):
        return await asyncio.sleep(effect.seconds)
    if isinstance(effect, Ask):
        result = effect.function()
        return await result if isinstance(result, Awaitable) else result
    async with effect.locks[1]:
        return await run_async(effect.flow(), http)


def run(flow: Flow[T], http: httpx.Client) -> T:
    """Runs a flow in this thread."""
    try:
        effect = next(flow)
        while True:
            try:
                result = _perform(effect, http)
            except Exception as error:
                effect = flow.throw(error)
            else:
                effect = flow.send(result)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    finally:
        flow.close()


async def run_async(flow: Flow[T], http: httpx.AsyncClient) -> T:
    """Runs a flow in a task; a task that is cancelled ends it."""
    try:
        effect = next(flow)
        while True:
            try:
                result = await _perform_async(effect, http)
            except Exception as error:
                effect = flow.throw(error)
            else:
                effect = flow.send(result)
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    finally:
        flow.close()


def iterate(flow: Flow[None], http: httpx.Client) -> Iterator[Any]:
    """Hands out the items of a flow's pages, and runs it no further than they are read."""
    while (page := run(_next_page(flow), http)) is not None:
        yield from page.items


async def iterate_async(flow: Flow[None], http: httpx.AsyncClient) -> AsyncIterator[Any]:
    """Hands out the items of a flow's pages, and runs it no further than they are read."""
    while (page := await run_async(_next_page(flow), http)) is not None:
        for item in page.items:
            yield item


def _next_page(flow: Flow[None]) -> Flow[Page | None]:
    """Runs the flow up to its next page."""
    try:
        effect = next(flow)
        while not isinstance(effect, Page):
            try:
                result = yield effect
            except Exception as error:
                effect = flow.throw(error)
            else:
                effect = flow.send(result)
        return effect
    except StopIteration:
        return None
