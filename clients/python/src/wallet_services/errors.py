"""What goes wrong with a call. No message holds a credential."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal


class WalletError(Exception):
    """Any error of this package."""


class ServiceError(WalletError):
    """The service refused: its answer is no success."""

    def __init__(self, call: str, status: int, body: Any, headers: Mapping[str, str]) -> None:
        self.status = status
        """HTTP status."""
        self.body = body
        """As it came: JSON where it was JSON, text otherwise."""
        self.headers = headers
        message = body.get("msg") if isinstance(body, dict) else None
        super().__init__(f"{call} answered {status}" + (f": {message[:300]}" if isinstance(message, str) else ""))

    @property
    def code(self) -> int | None:
        """The `code` of the body: the status again, or a narrower one. None where there is none."""
        code = self.body.get("code") if isinstance(self.body, dict) else None
        return code if isinstance(code, int) else None


class CallError(WalletError):
    """There is no answer: it took too long, the network failed, or what came is not what the document says."""

    def __init__(self, reason: Literal["timeout", "network", "malformed"], message: str) -> None:
        self.reason = reason
        super().__init__(message)


class AuthorizationError(WalletError):
    """OAuth: the user did not approve, or the answer belongs to another sign-in."""


class PagingError(WalletError):
    """A list cannot be read to its end."""
