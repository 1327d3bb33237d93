"""Calls a service: credentials, time limits, repetition."""

from __future__ import annotations

import json
import random
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError
from typing_extensions import Self

from .errors import CallError, ServiceError
from .flow import Answer, Flow, Send, Wait, iterate, iterate_async, run, run_async
from .token import Token, TokenSource

T = TypeVar("T")

_NOT_NOW = (429, 502, 503, 504)
_LONGEST_WAIT = 30.0
_SITE = ("X-COMMENT-SITE-ID", "X-COMMENT-SITE-SLUG")


@dataclass(frozen=True)
class Options:
    """How calls are made; of a client, or of one call."""

    timeout: float | None = None
    """Seconds that one attempt may take, answer and all. Default: 10."""
    attempts: int | None = None
    """How often GET, PUT and DELETE are tried after 429, 502, 503, 504 and failures of the network. Default: 3."""
    delay: float | None = None
    """Longest wait before the second attempt in seconds, doubled with each; `Retry-After` wins. Default: 0.2."""
    headers: Mapping[str, str] = field(default_factory=dict)
    """Sent along."""


@dataclass(frozen=True)
class Operation(Generic[T]):
    """An operation of the document."""

    method: str
    path: str
    result: TypeAdapter[T]
    schemes: tuple[str, ...] = ()
    """The credentials that it takes."""
    sited: bool = False
    """Whether it is about the page of a site."""


@dataclass(frozen=True)
class Call(Generic[T]):
    """A call of an operation: what it is given, None for what it is not."""

    operation: Operation[T]
    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict)
    body: BaseModel | Mapping[str, Any] | None = None
    options: Options | None = None


@dataclass(frozen=True)
class Site:
    """A page of a site, for every call that is about one and names none itself."""

    id: int | None = None
    slug: str | None = None


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if hasattr(value, "as_tuple") else str(getattr(value, "value", value))


def _retry_after(text: str | None) -> float | None:
    """Seconds that a service asks to wait: a number, or a date (RFC 9110, section 10.2.3)."""
    if not text:
        return None
    if text.strip().isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None


class Core:
    """What a client knows, and the flow of a call."""

    _schemes: Mapping[str, tuple[str, str]]
    """Header and prefix of each credential."""

    def __init__(
        self, base_url: str, tokens: Mapping[str, Token | None], options: Options | None, site: Site | None = None
    ) -> None:
        if httpx.URL(base_url).scheme not in ("http", "https"):
            raise ValueError(f"base_url is not an address: {base_url}")
        self.base_url = base_url.rstrip("/")
        self._tokens = tokens
        self._options = options or Options()
        self._site = site

    def flow(self, call: Call[T]) -> Flow[T]:
        """Calls until there is an answer."""
        operation, given = call.operation, call.options or Options()
        own = self._options
        attempts = given.attempts or own.attempts or 3
        if operation.method == "POST":
            attempts = 1
        delay = next((each for each in (given.delay, own.delay) if each is not None), 0.2)
        renewed, attempt = False, 1
        while True:
            presented = yield from self._present(operation)
            headers = {header: prefix + token for header, prefix, token, _ in presented}
            answer: Answer | CallError
            try:
                answer = yield self._request(call, {**headers, **own.headers, **given.headers})
            except CallError as error:
                if error.reason == "malformed":
                    raise
                answer = error
            status = answer.status if isinstance(answer, Answer) else None
            sources = [(source, token) for _, _, token, source in presented if source is not None]
            if status == 401 and sources and not renewed:
                for source, token in sources:
                    source.reject(token)
                renewed = True
                continue
            if attempt < attempts and (status is None or status in _NOT_NOW):
                asked = _retry_after(answer.headers.get("Retry-After")) if isinstance(answer, Answer) else None
                wait = random.random() * delay * 2 ** (attempt - 1) if asked is None else asked
                if wait <= _LONGEST_WAIT:
                    yield Wait(wait)
                    attempt += 1
                    continue
            if isinstance(answer, CallError):
                raise answer
            return self._read(call, answer)

    def _present(self, operation: Operation[T]) -> Flow[list[tuple[str, str, str, TokenSource | None]]]:
        presented: list[tuple[str, str, str, TokenSource | None]] = []
        for scheme in operation.schemes:
            token = self._tokens.get(scheme)
            if token is None:
                continue
            text = token if isinstance(token, str) else (yield from token.flow())
            presented.append((*self._schemes[scheme], text, None if isinstance(token, str) else token))
        return presented

    def _request(self, call: Call[T], headers: dict[str, str]) -> Send:
        operation = call.operation
        path = operation.path
        for name, value in call.path.items():
            if _text(value) in ("", ".", ".."):
                raise ValueError(f"{name} cannot be {_text(value)!r} in a path")
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        query = urlencode([(name, _text(value)) for name, value in call.query.items() if value is not None])
        chosen = {name: value for name, value in call.headers.items() if value is not None}
        if (
            operation.sited
            and self._site
            and not chosen
            and not {"site_id", "slug"} & {name for name, value in call.query.items() if value is not None}
        ):
            site = zip(_SITE, (self._site.id, self._site.slug), strict=True)
            chosen = {name: value for name, value in site if value is not None}
        headers.update({name: _text(value) for name, value in chosen.items()})
        content = None
        if call.body is not None:
            headers["Content-Type"] = "application/json"
            content = body_bytes(call.body)
        timeout = (call.options.timeout if call.options else None) or self._options.timeout or 10.0
        return Send(operation.method, f"{self.base_url}{path}{'?' if query else ''}{query}", headers, content, timeout)

    def _read(self, call: Call[T], answer: Answer) -> T:
        operation = call.operation
        name = f"{operation.method} {self.base_url}{operation.path}"
        if not 200 <= answer.status < 300:
            raise ServiceError.of(name, answer.status, answer.content, answer.headers)
        try:
            return operation.result.validate_json(answer.content or b"null")
        except ValidationError as error:
            # Without the input, which may be private.
            where = [f"{'.'.join(map(str, each['loc']))} {each['msg']}" for each in error.errors(include_input=False)]
            raise CallError("malformed", f"{name} was not answered as documented: {where[0][:200]}") from None


def body_bytes(body: BaseModel | Mapping[str, Any]) -> bytes:
    """The JSON of a body; what was not set is not in it."""
    if isinstance(body, BaseModel):
        return body.model_dump_json(by_alias=True, exclude_unset=True).encode()
    return json.dumps(dict(body), ensure_ascii=False, default=_text).encode()


class Service(Core):
    """A client whose calls wait."""

    def __init__(
        self,
        base_url: str,
        tokens: Mapping[str, Token | None],
        options: Options | None,
        http: httpx.Client | None,
        site: Site | None = None,
    ) -> None:
        super().__init__(base_url, tokens, options, site)
        self._http = http or httpx.Client()
        self._is_own = http is None

    def _call(self, call: Call[T]) -> T:
        return run(self.flow(call), self._http)

    def _iterate(self, flow: Flow[None]) -> Iterator[Any]:
        return iterate(flow, self._http)

    def close(self) -> None:
        """Closes its connections; not those of an httpx client that it was given."""
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncService(Core):
    """A client whose calls are awaited; a task that is cancelled ends its call."""

    def __init__(
        self,
        base_url: str,
        tokens: Mapping[str, Token | None],
        options: Options | None,
        http: httpx.AsyncClient | None,
        site: Site | None = None,
    ) -> None:
        super().__init__(base_url, tokens, options, site)
        self._http = http or httpx.AsyncClient()
        self._is_own = http is None

    async def _call(self, call: Call[T]) -> T:
        return await run_async(self.flow(call), self._http)

    def _iterate(self, flow: Flow[None]) -> AsyncIterator[Any]:
        return iterate_async(flow, self._http)

    async def close(self) -> None:
        """Closes its connections; not those of an httpx client that it was given."""
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
