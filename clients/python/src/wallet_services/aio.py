"""Calls a service: credentials, time limits, repetition, pages. `generate.py` writes `sync.py` of it, for threads."""

from __future__ import annotations

from asyncio import TimeoutError, sleep, wait_for
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

import httpx
from typing_extensions import Self

from .calls import LONGEST_ANSWER, LONGEST_REFUSAL, Call, Options, Site
from .errors import CallError, PagingError, ServiceError
from .token import Token, TokenSource

T = TypeVar("T")

_MOST = 500
"""The documented default of lending's `limit`; more is not known to be possible."""


class AsyncService:
    """A client whose calls are awaited; a task that is cancelled ends its call."""

    _schemes: Mapping[str, tuple[str, str]] = {}
    """Header and prefix of each credential."""

    def __init__(
        self,
        base_url: str,
        tokens: Mapping[str, Token | None],
        options: Options | None = None,
        http: httpx.AsyncClient | None = None,
        site: Site | None = None,
    ) -> None:
        if httpx.URL(base_url).scheme not in ("http", "https"):
            raise ValueError(f"base_url is not an address: {base_url}")
        self.base_url = base_url.rstrip("/")
        self._tokens, self._options, self._site = tokens, options or Options(), site
        self._http, self._is_own = http or httpx.AsyncClient(), http is None

    async def close(self) -> None:
        """Closes its connections; not those of an httpx client that it was given."""
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(self, call: Call[T]) -> T:
        name = f"{call.operation.method} {self.base_url}{call.operation.path}"
        attempt, renewed = 1, False
        while True:
            headers, sources = await presented(call.operation.schemes, self._schemes, self._tokens)
            try:
                request = call.request(self.base_url, headers, self._options, self._site)
                content = await self._attempt(name, request, call.setting("timeout", self._options, 10.0))
                return call.read(name, content)
            except (ServiceError, CallError) as error:
                if getattr(error, "status", None) == 401 and sources and not renewed:
                    renewed = True
                    for source, token in sources:
                        source.reject(token)
                    continue
                wait = call.wait(error, attempt, self._options)
                if wait is None:
                    raise
            await sleep(wait)
            attempt += 1

    async def _attempt(self, name: str, request: httpx.Request, timeout: float) -> bytes:
        try:
            return await wait_for(self._exchange(name, request, monotonic() + timeout), timeout)
        except (httpx.TimeoutException, TimeoutError) as error:
            raise CallError("timeout", f"{name} took longer than {timeout:g} s") from error
        except httpx.HTTPError as error:
            raise CallError("network", f"{name} was not answered: {str(error) or type(error).__name__}") from error

    async def _exchange(self, name: str, request: httpx.Request, end: float) -> bytes:
        response = await self._http.send(request, stream=True)
        most = LONGEST_ANSWER if response.is_success else LONGEST_REFUSAL
        content = bytearray()
        async with aclosing(response):
            async for piece in response.aiter_bytes():
                content += piece
                if len(content) > most:
                    break
                if monotonic() > end:
                    raise httpx.ReadTimeout("slow")
        if not response.is_success:
            raise ServiceError(name, response.status_code, bytes(content[:most]), response.headers)
        if len(content) > most:
            raise CallError("malformed", f"{name} was answered at too great length")
        return bytes(content)

    async def _by_cursor(
        self, call: Call[Any], items: Sequence[str], cursor: str, after: Sequence[str], more: Sequence[str]
    ) -> AsyncIterator[Any]:
        """Each page names the next one, until one says that it is the last."""
        seen: set[str] = set()
        while True:
            page = await self._call(call)
            for item in _at(page, items) or []:
                yield item
            if not _at(page, more):
                return
            text = str(_at(page, after))
            if text == "" or text in seen:
                raise PagingError(f'the list cannot be read to its end: the cursor "{text}" comes again')
            seen.add(text)
            call = _next(call, cursor, text)

    async def _by_row(
        self, call: Call[Any], items: Sequence[str], offset: str, total: Sequence[str]
    ) -> AsyncIterator[Any]:
        """Each page begins at a row; what moves to the next page while the list is read is given once."""
        seen: set[int] = set()
        row = int(call.query.get(offset) or 0)
        while True:
            page = await self._call(_next(call, offset, row))
            rows = _at(page, items) or []
            for item in rows:
                if item.id not in seen:
                    seen.add(item.id)
                    yield item
            row += len(rows)
            if not rows or row >= _at(page, total):
                return

    async def _by_time(self, call: Call[Any], offset: str, limit: str) -> AsyncIterator[Any]:
        """
        Each page begins at the moment of the last item of the page before, until one brings nothing new. Whether that
        moment belongs to the page the documents leave open: an item that comes again is given once.
        """
        seen: set[int] = set()
        while True:
            page = await self._call(call)
            rows = getattr(page, "root", page) or []
            fresh = [item for item in rows if item.id not in seen]
            for item in fresh:
                yield item
            asked = int(call.query.get(limit) or _MOST)
            if fresh:
                seen = {item.id for item in rows}
                call = _next(call, offset, rows[-1].created_at)
            elif len(rows) < asked or rows[0].created_at != rows[-1].created_at:
                return
            elif asked >= _MOST:
                raise PagingError(f"more than {_MOST} items happened at {rows[-1].created_at}")
            else:  # A full page of one moment: a longer page may reach beyond it.
                call = _next(call, limit, str(min(_MOST, asked * 2)))

    async def _until_answered(self, call: Call[T], limit: float) -> T:
        """
        The blocking read (document 3, Assistant service, rules 2 and 3), again after each 408. A request waits at most
        20 s, since connections that stay silent are cut on the way; 0.25 s lie between two requests at least.
        """
        end = monotonic() + limit
        while True:
            started = monotonic()
            round_ms = max(1, int(min(20.0, end - started) * 1000))
            blocking = {"block_until_response": True, "timeout": f"{round_ms}ms"}
            options = replace(call.options or Options(), timeout=round_ms / 1000 + 5)
            try:
                return await self._call(replace(call, query=blocking, options=options))
            except ServiceError as refusal:
                if refusal.status != 408 or monotonic() >= end:
                    raise
            await sleep(max(0.0, min(started + 0.25, end) - monotonic()))


async def presented(
    names: Sequence[str], schemes: Mapping[str, Sequence[str]], tokens: Mapping[str, Token | None]
) -> tuple[dict[str, str], list[tuple[TokenSource, str]]]:
    """The headers of credentials, with the sources that may be told that they were rejected."""
    headers, sources = {}, []
    for name in names:
        token = tokens.get(name)
        if isinstance(token, TokenSource):
            source, token = token, await token.token_async()
            sources.append((source, token))
        if token is not None:
            header, prefix, *_ = schemes[name]
            headers[header] = prefix + token
    return headers, sources


def _at(value: Any, path: Sequence[str]) -> Any:
    for name in path:
        value = getattr(value, name)
    return value


def _next(call: Call[Any], name: str, value: Any) -> Call[Any]:
    return replace(call, query={**call.query, name: value})
