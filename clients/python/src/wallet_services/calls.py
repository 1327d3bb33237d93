"""What a call is: its operation, what it is given, the request it becomes, and what its answer says."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError

from .errors import CallError, ServiceError

T = TypeVar("T")

LONGEST_ANSWER, LONGEST_REFUSAL = 64 << 20, 1 << 20
"""In bytes. What is longer is malformed, or, of a refusal, cut."""
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
class Site:
    """A page of a site, for every call that is about one and names none itself."""

    id: int | None = None
    slug: str | None = None


@dataclass(frozen=True)
class Operation(Generic[T]):
    """An operation of the document: `schemes` are the credentials it takes, `sited` one about the page of a site."""

    method: str
    path: str
    result: TypeAdapter[T]
    schemes: tuple[str, ...] = ()
    sited: bool = False


@dataclass(frozen=True)
class Call(Generic[T]):
    """A call of an operation: what it is given, None for what it is not."""

    operation: Operation[T]
    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict)
    body: BaseModel | Mapping[str, Any] | None = None
    options: Options | None = None

    def setting(self, name: str, own: Options, default: Any) -> Any:
        """An option of the call, else the client's, else the default."""
        found = (getattr(each, name) for each in (self.options, own) if each is not None)
        return next((value for value in found if value is not None), default)

    def request(self, base_url: str, credentials: Mapping[str, str], own: Options, site: Site | None) -> httpx.Request:
        """The request of one attempt."""
        path = self.operation.path
        for name, value in self.path.items():
            if _text(value) in ("", ".", ".."):
                raise ValueError(f"{name} cannot be {_text(value)!r} in a path")
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        query, chosen = _given(self.query), _given(self.headers)
        if self.operation.sited and site and not chosen and not {"site_id", "slug"} & set(query):
            chosen = _given(dict(zip(_SITE, (site.id, site.slug), strict=True)))
        headers = {"Accept": "application/json", "User-Agent": "wallet-services-python", **credentials, **own.headers}
        headers.update({**(self.options.headers if self.options else {}), **chosen})
        content = None
        if isinstance(self.body, BaseModel):
            content = self.body.model_dump_json(by_alias=True, exclude_unset=True).encode()
        elif self.body is not None:
            content = json.dumps(dict(self.body), ensure_ascii=False, default=_text).encode()
        if content is not None:
            headers["Content-Type"] = "application/json"
        url = f"{base_url}{path}{'?' if query else ''}{urlencode(query)}"
        limits = {"timeout": httpx.Timeout(self.setting("timeout", own, 10.0)).as_dict()}
        given = httpx.Headers(headers, encoding="utf-8")
        return httpx.Request(self.operation.method, url, headers=given, content=content, extensions=limits)

    def wait(self, error: ServiceError | CallError, attempt: int, own: Options) -> float | None:
        """Seconds before the next attempt; None where there is to be none."""
        passing = (
            error.status in (429, 502, 503, 504) if isinstance(error, ServiceError) else error.reason != "malformed"
        )
        if not passing or self.operation.method == "POST" or attempt >= self.setting("attempts", own, 3):
            return None
        asked = _retry_after(error.headers.get("Retry-After")) if isinstance(error, ServiceError) else None
        most = self.setting("delay", own, 0.2) * 2 ** (attempt - 1)
        wait = random.random() * most if asked is None else asked
        return wait if wait <= _LONGEST_WAIT else None

    def read(self, name: str, content: bytes) -> T:
        """The answer, as its type."""
        try:
            return self.operation.result.validate_json(content or b"null")
        except ValidationError as error:
            # Without the input, which may be private.
            where = [f"{'.'.join(map(str, each['loc']))} {each['msg']}" for each in error.errors(include_input=False)]
            raise CallError("malformed", f"{name} was not answered as documented: {where[0][:200]}") from None


def _given(inputs: Mapping[str, Any]) -> dict[str, str]:
    return {name: _text(value) for name, value in inputs.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if hasattr(value, "as_tuple") else str(getattr(value, "value", value))


def _retry_after(text: str | None) -> float | None:
    """Seconds that a service asks to wait: a number, or a date (RFC 9110, section 10.2.3)."""
    if text and text.strip().isdecimal():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time()) if text else None
    except ValueError:
        return None
