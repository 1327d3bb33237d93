"""What goes wrong with a call. No message holds a credential."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic_core import from_json

from . import limits


class WalletError(Exception):
    """Any error of this package."""


class ServiceError(WalletError):
    """The service refused: its answer is no success."""

    def __init__(
        self, call: str, status: int, content: bytes, headers: Mapping[str, str], secrets: Iterable[str] = ()
    ) -> None:
        self.status = status
        """HTTP status."""
        self.headers = headers
        self.request_id = headers.get("X-Request-Id")
        """`X-Request-Id` of the response, for a report to who runs the service."""
        self.body: Any
        """As it came, its first MiB: JSON where it was JSON, text otherwise."""
        try:
            # Not by json: what is nested too deeply ends the process where somebody has raised the limit of recursion.
            self.body = from_json(content.removeprefix(b"\xef\xbb\xbf"))
        except ValueError:
            self.body = content.decode(errors="replace")
        members = self.body if isinstance(self.body, dict) else {}
        code, message = members.get("code"), members.get("msg")
        self.code = code if isinstance(code, int) and not isinstance(code, bool) else None
        """The `code` of the body: the status again, or a narrower one. None where there is none."""
        if isinstance(message, str):
            for secret in filter(None, secrets):  # A service may repeat what was sent.
                message = message.replace(secret, "***")
        # As it may stand in a log: on one line, and not for ever.
        legible = (
            re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", message[: limits.LONGEST_MESSAGE]) if isinstance(message, str) else ""
        )
        super().__init__(f"{call} answered {status}{': ' if legible else ''}{legible}")


class InputError(WalletError, ValueError):
    """What was given cannot be used: an address, a credential, a value in a path. Nothing was sent."""


class CallError(WalletError):
    """There is no answer: it took too long, the network failed, or what came is not what the document says."""

    def __init__(self, reason: Literal["timeout", "network", "malformed"], message: str) -> None:
        self.reason = reason
        super().__init__(message)


class AuthorizationError(WalletError):
    """OAuth: the user did not approve, or the answer belongs to another sign-in."""


class PagingError(WalletError):
    """A list cannot be read to its end."""
