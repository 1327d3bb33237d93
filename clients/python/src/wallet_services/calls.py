"""What a call is: its operation, what it is given, the request it becomes, and what its answer says."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import getproxies

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json

from . import limits
from .errors import CallError, InputError, ServiceError

T = TypeVar("T")
C = TypeVar("C", httpx.Client, httpx.AsyncClient)

_LONGEST_TIMEOUT = 86_400.0
try:
    _AGENT = f"wallet-services-python/{version('wallet-services')}"
except PackageNotFoundError:
    _AGENT = "wallet-services-python"

_SITE = ("X-COMMENT-SITE-ID", "X-COMMENT-SITE-SLUG")


@dataclass(frozen=True)
class Event:
    """Something that happens within a call, for logs and metrics. It holds no credential."""

    kind: Literal["attempt", "wait", "renewal"]
    call: str
    attempt: int
    seconds: float = 0.0
    """Of an attempt or a wait."""
    error: ServiceError | CallError | None = None
    """Of an attempt that failed."""


@dataclass(frozen=True)
class Options:
    """How calls are made; of a client, or of one call."""

    timeout: float | None = None
    """Seconds that one attempt may take, answer and all. Default: 10."""
    attempts: int | None = None
    """How often GET, PUT and DELETE are tried after 429, 502, 503, 504 and failures of the network. Default: 3."""
    delay: float | None = None
    """Longest wait before the second attempt in seconds, doubled with each; `Retry-After` wins. Default: 0.2."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Sent along."""
    total_timeout: float | None = None
    """Seconds that a whole call may take: attempts, waits and renewals. Default: no limit of its own."""
    max_pages: int | None = None
    """Most pages of a list to read: one with more is a `PagingError`. Default: 10,000."""
    on_event: Callable[[Event], None] | None = field(default=None, repr=False)
    """Is told of each attempt, wait and renewal. What it raises ends the call."""


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

    def limit(self, name: str, own: Options, default: float) -> float:
        """An option that is a time, in seconds."""
        seconds = self.setting(name, own, default)
        if not isinstance(seconds, (int, float)) or not seconds > 0:
            raise InputError(f"{name} is a number of seconds above 0")
        return float(min(seconds, _LONGEST_TIMEOUT))

    def request(self, base_url: str, credentials: Mapping[str, str], own: Options, site: Site | None) -> httpx.Request:
        """The request of one attempt."""
        path = self.operation.path
        for name, value in self.path.items():
            if value is None or _text(value) in ("", ".", ".."):
                raise InputError(f"{name} cannot be {value!r} in a path")
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        query, chosen = _given(self.query), _given(self.headers)
        if self.operation.sited and site and not chosen and not {"site_id", "slug"} & set(query):
            chosen = _given(dict(zip(_SITE, (site.id, site.slug), strict=True)))
        headers = {"Accept": "application/json", "Accept-Encoding": "gzip, deflate", "User-Agent": _AGENT}
        headers.update({**credentials, **own.headers})
        headers.update({**(self.options.headers if self.options else {}), **chosen})
        for name, text in headers.items():
            if not isinstance(text, str) or not _SENDABLE.fullmatch(text):
                raise InputError(
                    f"the value of {name} cannot be sent: it is no text, or has a line break, or a space at an end"
                )
        content = None
        if isinstance(self.body, BaseModel):
            content = self.body.model_dump_json(by_alias=True, exclude_unset=True).encode()
        elif self.body is not None:
            content = json.dumps(dict(self.body), ensure_ascii=False, default=_text).encode()
        if content is not None:
            headers["Content-Type"] = "application/json"
        url = f"{base_url}{path}{'?' if query else ''}{urlencode(query)}"
        bounds = {"timeout": httpx.Timeout(self.limit("timeout", own, limits.TIMEOUT)).as_dict()}
        given = httpx.Headers(headers, encoding="utf-8")
        try:
            return httpx.Request(self.operation.method, url, headers=given, content=content, extensions=bounds)
        except httpx.InvalidURL:
            name = f"{self.operation.method} {self.operation.path}"
            raise InputError(f"{name} cannot be sent: its address is too long") from None

    def wait(self, error: ServiceError | CallError, attempt: int, own: Options) -> float | None:
        """Seconds before the next attempt; None where there is to be none."""
        passing = (
            error.status in limits.RETRIED_STATUSES if isinstance(error, ServiceError) else error.reason != "malformed"
        )
        if not passing or self.operation.method == "POST" or attempt >= self.setting("attempts", own, limits.ATTEMPTS):
            return None
        asked = _retry_after(error.headers.get("Retry-After")) if isinstance(error, ServiceError) else None
        most = self.setting("delay", own, limits.DELAY) * 2 ** (attempt - 1)
        wait = random.random() * most if asked is None else asked
        return wait if wait <= limits.LONGEST_WAIT else None

    def read(self, name: str, content: bytes) -> T:
        """The answer, as its type."""
        try:
            text = content.removeprefix(b"\xef\xbb\xbf")
            result = self.operation.result
            # No JSON has these, except within a text. A single letter is found much sooner.
            if (b"N" in text and b"NaN" in text) or (b"I" in text and b"Infinity" in text):
                from_json(text, allow_inf_nan=False)
            # Strict: a number in place of a text would be another cursor, true in place of a number another id.
            return result.validate_json(text, strict=True) if text else result.validate_python(None)
        except ValidationError as error:
            # Without the input, which may be private.
            where = [f"{'.'.join(map(str, each['loc']))} {each['msg']}" for each in error.errors(include_input=False)]
            raise CallError("malformed", f"{name} was not answered as documented: {where[0][:200]}") from None
        except ValueError:
            raise CallError("malformed", f"{name} was not answered with JSON") from None


def _given(inputs: Mapping[str, Any]) -> dict[str, str]:
    return {name: _text(value) for name, value in inputs.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if hasattr(value, "as_tuple") else str(getattr(value, "value", value))


_CREDENTIAL = re.compile(r"[!-~]([ -~]*[!-~])?|")
_SENDABLE = re.compile(r"[^\x00-\x20\x7f]([^\x00-\x08\x0a-\x1f\x7f]*[^\x00-\x20\x7f])?|")


def checked_credential(header: str, text: str) -> str:
    """A credential that a header can carry. No message repeats it."""
    if isinstance(text, str) and _CREDENTIAL.fullmatch(text):
        return text
    raise InputError(f"the credential for {header} cannot be sent: it is no text, not ASCII, or has a space at an end")


def checked_base(base_url: str) -> str:
    """The address of a service, without slashes at its end. No message repeats it: it may hold a password."""

    def wrong(what: str) -> InputError:
        return InputError(f"base_url {what}: write it like https://api.example.org/swap")

    if not isinstance(base_url, str):
        raise wrong("is no text")
    if re.search(r"[\s\x00-\x1f\x7f\\]|%(?![0-9A-Fa-f]{2})", base_url):
        raise wrong("has a space, a line break, a backslash or a lone %")
    if not re.match(r"https?://[^/?#]", base_url, re.IGNORECASE):
        raise wrong("is no http or https address")
    try:
        address = urlsplit(base_url)
        httpx.URL(base_url)
        _ = address.port  # Beyond 65535 it raises.
    except (ValueError, httpx.InvalidURL):
        raise wrong("is no address") from None
    if "@" in address.netloc:
        raise wrong("has a user name or a password")
    if "?" in base_url or "#" in base_url:
        raise wrong("has a query or a fragment")
    return base_url.rstrip("/")


def opened(make: Callable[[], C]) -> C:
    """An httpx client, which uses the proxies of the environment. No message repeats them: they may hold a password."""
    try:
        for name, proxy in getproxies().items():
            if name != "no" and (httpx.URL(proxy if "://" in proxy else f"http://{proxy}").port or 0) > 65535:
                raise ValueError
        return make()
    except (ValueError, ImportError, httpx.InvalidURL):
        raise InputError("a proxy that the environment names cannot be used: see HTTP_PROXY, HTTPS_PROXY") from None


def overfull(response: httpx.Response) -> Any:
    """The connection that brought more than its response: h11 would give the rest to the next request. Mostly None.

    Only private members lead there. Where they have other names, nothing is found.
    """
    layer: Any = response.stream
    for _ in range(_DEPTH):
        if hasattr(layer, "_h11_state"):
            return layer if layer._h11_state.trailing_data[0] else None
        layer = next((getattr(layer, name) for name in _LAYERS if hasattr(layer, name)), None)
    return None


_LAYERS = ("_stream", "_httpcore_stream", "_connection")
"""From the stream of httpx to the connection of httpcore."""

_DEPTH = 8
"""More than there are."""

_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_TIME = r"(?P<h>\d\d):(?P<m>\d\d):(?P<s>\d\d)"
_DATES = [
    re.compile(form, re.ASCII)
    for form in (
        rf"(?P<name>[A-Z][a-z]{{2}}), (?P<day>\d\d) (?P<month>[A-Z][a-z]{{2}}) (?P<year>\d{{4}}) {_TIME} GMT",
        rf"(?P<name>[A-Z][a-z]+), (?P<day>\d\d)-(?P<month>[A-Z][a-z]{{2}})-(?P<year>\d\d) {_TIME} GMT",
        rf"(?P<name>[A-Z][a-z]{{2}}) (?P<month>[A-Z][a-z]{{2}}) (?P<day>[ \d]\d) {_TIME} (?P<year>\d{{4}})",
    )
]
"""The three forms of a date (RFC 9110, section 5.6.7)."""


def _date(text: str) -> float | None:
    found = next((match for form in _DATES if (match := form.fullmatch(text))), None)
    if found is None or found["month"] not in _MONTHS:
        return None
    year, now = int(found["year"]), time.gmtime().tm_year
    if len(found["year"]) == 2:  # The century that makes it no more than 50 years from now.
        year += now - now % 100
        year -= 100 if year > now + 50 else 0
    clock = (int(found["h"]), int(found["m"]), min(int(found["s"]), 59))  # 60 is a leap second.
    try:
        date = datetime(year, _MONTHS.index(found["month"]) + 1, int(found["day"]), *clock, tzinfo=timezone.utc)
    except ValueError:
        return None
    day = _DAYS[date.weekday()]
    return date.timestamp() if found["name"] in (day, day[:3]) else None


def _retry_after(text: str | None) -> float | None:
    """Seconds that a service asks to wait: a number, or a date (RFC 9110, section 10.2.3)."""
    if not text:
        return None
    if re.fullmatch(r"[0-9]+", text):
        return float(text[:12])
    date = _date(text)
    return None if date is None else max(0.0, date - time.time())
