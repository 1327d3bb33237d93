"""EIP-4361 messages (document 1, Method B)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AnyUrl, AwareDatetime, BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel


def _text_of(kind: Any) -> Any:
    """Text of a form, which stays as it was written."""
    return AfterValidator(lambda text: (TypeAdapter(kind).validate_python(text), text)[1])


_Uri = Annotated[str, Field(pattern=r"^[^\s<>\"{}|\\^`]+$"), _text_of(AnyUrl)]
_Time = Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$"), _text_of(AwareDatetime)]


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class SiweMessage(BaseModel):
    """
    A message: version 1, a random nonce, issued now, where nothing else is given. Times are ISO 8601. Raises ValueError
    where a field breaks its rule; the checksum of the address is judged by who verifies.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True)

    domain: str = Field(pattern=r"^[^\s/?#]+$")
    address: str = Field(pattern=r"^0x[0-9a-fA-F]{40}$")
    statement: str | None = Field(default=None, pattern=r"^[\x20-\x7e]+$")
    uri: _Uri
    version: Literal["1"] = "1"
    chain_id: int = Field(default=1, ge=1)
    nonce: str = Field(default_factory=lambda: secrets.token_hex(16), pattern=r"^[A-Za-z0-9]{8,}$")
    issued_at: _Time = Field(default_factory=_now)
    expiration_time: _Time | None = None
    not_before: _Time | None = None
    request_id: str | None = Field(default=None, pattern=r"^[^\n]*$")
    resources: Sequence[_Uri] | None = None

    def json_text(self) -> str:
        """The fields as a JSON object, as the service takes them."""
        return self.model_dump_json(by_alias=True, exclude_none=True)

    def text(self) -> str:
        """What is signed."""
        lines = [f"{self.domain} wants you to sign in with your Ethereum account:", self.address, ""]
        lines += [self.statement, ""] if self.statement is not None else [""]
        for name in ("uri", "version", "chain_id", "nonce", "issued_at", "expiration_time", "not_before", "request_id"):
            label = {"uri": "URI", "chain_id": "Chain ID", "request_id": "Request ID"}.get(name)
            if (value := getattr(self, name)) is not None:
                lines.append(f"{label or name.replace('_', ' ').title()}: {value}")
        if self.resources is not None:
            lines += ["Resources:", *(f"- {each}" for each in self.resources)]
        return "\n".join(lines)
