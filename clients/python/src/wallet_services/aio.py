"""Calls a service: credentials, time limits, repetition, pages. `generate.py` writes `sync.py` of it, for threads."""

from __future__ import annotations

from asyncio import TimeoutError, sleep, wait_for
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from math import inf
from time import monotonic
from typing import Any, TypeVar

import httpx
from typing_extensions import Self

from . import limits
from .calls import Call, Event, Options, Site, checked_base, checked_credential, opened, overfull
from .errors import CallError, PagingError, ServiceError
from .token import Token, TokenSource

T = TypeVar("T")

_LONGEST_LENGTH = 19
"""Digits of a Content-Length."""


class _Bounds:
    """How far a list is read that may have no end."""

    def __init__(self, most: int) -> None:
        self._most, self._count, self._idle = most, 0, 0

    def counted(self, call: Call[T]) -> Call[T]:
        self._count += 1
        if self._count > self._most:
            raise _endless(f"it has more than {self._most} pages (max_pages)")
        return call

    def progress(self, is_new: bool) -> None:
        self._idle = 0 if is_new else self._idle + 1
        if self._idle >= limits.MOST_WITHOUT_NEW:
            raise _endless(f"{self._idle} pages in a row bring nothing new")


def _endless(why: str) -> PagingError:
    return PagingError(f"the list cannot be read to its end: {why}")


def _unreported(_: Event) -> None:
    """No one asked for events."""


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
        self.base_url = checked_base(base_url)
        self._tokens, self._options, self._site = tokens, options or Options(), site
        self._http, self._is_own = http or opened(httpx.AsyncClient), http is None

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
        attempt, renewed, began = 1, False, monotonic()
        total = call.limit("total_timeout", self._options, inf)
        report = call.setting("on_event", self._options, _unreported)
        while True:
            headers, sources = await presented(call.operation.schemes, self._schemes, self._tokens)
            request = call.request(self.base_url, headers, self._options, self._site)
            limit = min(call.limit("timeout", self._options, limits.TIMEOUT), total - (monotonic() - began))
            started = monotonic()
            try:
                content = await self._attempt(name, request, limit, [token for _, token in sources])
                result = call.read(name, content)
                report(Event("attempt", name, attempt, monotonic() - started))
                return result
            except (ServiceError, CallError) as error:
                report(Event("attempt", name, attempt, monotonic() - started, error))
                if getattr(error, "status", None) == 401 and not renewed and rejected(sources):
                    renewed = True
                    report(Event("renewal", name, attempt))
                    continue
                wait = call.wait(error, attempt, self._options)
                if wait is None or monotonic() - began + wait >= total:
                    raise
            report(Event("wait", name, attempt, wait))
            await sleep(wait)
            attempt += 1

    async def _attempt(self, name: str, request: httpx.Request, timeout: float, secrets: Sequence[str]) -> bytes:
        late = CallError("timeout", f"{name} took longer than {timeout:g} s")
        if timeout <= 0:
            raise late
        end = monotonic() + timeout
        try:
            return await wait_for(self._exchange(name, request, end, secrets), timeout)
        except (httpx.TimeoutException, TimeoutError):
            raise late from None
        except httpx.DecodingError:
            raise CallError("malformed", f"{name} was answered with a body that is not encoded as it says") from None
        except httpx.HTTPError as error:
            if "location header" in str(error):
                raise CallError("malformed", f"{name} was redirected to what is no address") from None
            # What a protocol reports may repeat what was sent.
            reported = str(error) if isinstance(error, httpx.NetworkError) else ""
            why = reported or type(error).__name__
            raise CallError("network", f"{name} was not answered: {why}") from (error if reported else None)

    async def _exchange(self, name: str, request: httpx.Request, end: float, secrets: Sequence[str]) -> bytes:
        # A redirect that is followed carries credentials away, whatever the httpx client was told.
        response = await self._http.send(request, stream=True, follow_redirects=False)
        most = limits.LONGEST_ANSWER if response.is_success else limits.LONGEST_REFUSAL
        if response.headers.get("Content-Encoding", "").lower() == "x-gzip":  # Its old name, which httpx does not know.
            response.headers["Content-Encoding"] = "gzip"
        content = bytearray()
        async with aclosing(response):
            try:
                if len(response.headers.get("Content-Length", "")) > _LONGEST_LENGTH:
                    raise httpx.RemoteProtocolError("a length beyond 64 bits")
                async for piece in response.aiter_bytes():
                    content += piece
                    if len(content) > most:
                        break
                    if monotonic() > end:
                        raise httpx.ReadTimeout("slow")
            except (httpx.DecodingError, httpx.NetworkError, httpx.ProtocolError):
                if response.is_success:  # Of an error the status counts, whatever its body.
                    raise
            if (connection := overfull(response)) is not None:
                await connection.aclose()
        if not response.is_success:
            raise ServiceError(name, response.status_code, bytes(content[:most]), response.headers, secrets)
        if len(content) > most:
            raise CallError("malformed", f"{name} was answered at too great length")
        return bytes(content)

    async def _items(self, pages: AsyncIterator[list[Any]]) -> AsyncIterator[Any]:
        """The items of pages."""
        async for page in pages:
            for item in page:
                yield item

    async def _by_cursor(
        self, call: Call[Any], items: Sequence[str], cursor: str, after: Sequence[str], more: Sequence[str]
    ) -> AsyncIterator[list[Any]]:
        """Each page names the next one, until one says that it is the last."""
        cursors: set[str] = set()
        seen: set[Any] = set()
        bounds = _Bounds(call.setting("max_pages", self._options, limits.MOST_PAGES))
        while True:
            page = await self._call(bounds.counted(call))
            rows = list(_at(page, items) or [])
            if rows:
                yield rows
            if not _at(page, more):
                return
            text = str(_at(page, after))
            if text == "" or text in cursors:
                raise _endless(f'the cursor "{text[:60]}" comes again')
            cursors.add(text)
            known = len(seen)
            seen.update(item.id for item in rows)
            bounds.progress(len(seen) > known)
            call = _next(call, cursor, text)

    async def _by_row(
        self, call: Call[Any], items: Sequence[str], offset: str, total: Sequence[str]
    ) -> AsyncIterator[list[Any]]:
        """Each page begins at a row; what moves to the next page while the list is read is given once."""
        seen: set[Any] = set()
        bounds = _Bounds(call.setting("max_pages", self._options, limits.MOST_PAGES))
        row = int(call.query.get(offset) or 0)
        while True:
            page = await self._call(bounds.counted(_next(call, offset, row)))
            rows, most = _at(page, items) or [], _at(page, total)
            if not 0 <= most < 2**63:
                name = f"{call.operation.method} {self.base_url}{call.operation.path}"
                raise CallError(
                    "malformed", f"{name} was not answered as documented: {'.'.join(total)} is no number of rows"
                )
            fresh = list({item.id: item for item in rows if item.id not in seen}.values())
            seen.update(item.id for item in fresh)
            if fresh:
                yield fresh
            row += len(rows)
            if not rows or row >= most:
                return
            bounds.progress(bool(fresh))

    async def _by_time(self, call: Call[Any], offset: str, limit: str) -> AsyncIterator[list[Any]]:
        """
        Each page begins at the moment of the last item of the page before, until one brings nothing new. Whether that
        moment belongs to the page the documents leave open: an item that comes again is given once.
        """
        seen: set[Any] = set()
        bounds = _Bounds(call.setting("max_pages", self._options, limits.MOST_PAGES))
        moment: str | None = None
        while True:
            page = await self._call(bounds.counted(call))
            rows = getattr(page, "root", page) or []
            fresh = list({item.id: item for item in rows if item.id not in seen}.values())
            seen.update(item.id for item in fresh)
            if fresh:
                yield fresh
            if not rows:
                return
            last = rows[-1].created_at
            bounds.progress(bool(fresh) and last != moment)
            asked = int(call.query.get(limit) or limits.MOST_AT_ONE_TIME)
            if fresh:
                moment = last
                call = _next(call, offset, last)
            elif last != moment:
                raise _endless(f"after {moment} comes {last} again")
            elif len(rows) < asked or rows[0].created_at != last:
                return
            elif asked >= limits.MOST_AT_ONE_TIME:
                raise _endless(f"more than {limits.MOST_AT_ONE_TIME} items happened at {last}")
            else:  # A full page of one moment: a longer page may reach beyond it.
                call = _next(call, limit, str(min(limits.MOST_AT_ONE_TIME, asked * 2)))

    async def _until_answered(self, call: Call[T], limit: float) -> T:
        """
        The blocking read (document 3, Assistant service, rules 2 and 3), again after each 408. A request waits at most
        20 s, since connections that stay silent are cut on the way; 0.25 s lie between two requests at least.
        """
        end = monotonic() + limit
        while True:
            started = monotonic()
            round_ms = max(1, int(min(limits.LONGEST_BLOCK, end - started) * 1000))
            blocking = {"block_until_response": True, "timeout": f"{round_ms}ms"}
            options = replace(call.options or Options(), timeout=round_ms / 1000 + 5)
            try:
                return await self._call(replace(call, query=blocking, options=options))
            except ServiceError as refusal:
                if refusal.status != 408 or monotonic() >= end:
                    raise
            await sleep(max(0.0, min(started + limits.SHORTEST_BLOCK, end) - monotonic()))


async def presented(
    names: Sequence[str], schemes: Mapping[str, Sequence[str]], tokens: Mapping[str, Token | None]
) -> tuple[dict[str, str], list[tuple[Token, str]]]:
    """The headers of credentials, each with where it is from: a source may be told that it was rejected."""
    headers, sources = {}, []
    for name in names:
        token = tokens.get(name)
        if token is None:
            continue
        text = await token.token_async() if isinstance(token, TokenSource) else token
        sources.append((token, text))
        header, prefix, *_ = schemes[name]
        headers[header] = prefix + checked_credential(header, text)
    return headers, sources


def rejected(sources: Sequence[tuple[Token, str]]) -> bool:
    """Tells the sources of tokens that these were rejected; without a source, there is no other token."""
    renewable = [(source, token) for source, token in sources if isinstance(source, TokenSource)]
    for source, token in renewable:
        source.reject(token)
    return renewable != []


def _at(value: Any, path: Sequence[str]) -> Any:
    for name in path:
        value = getattr(value, name)
    return value


def _next(call: Call[Any], name: str, value: Any) -> Call[Any]:
    return replace(call, query={**call.query, name: value})
