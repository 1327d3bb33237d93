"""EIP-4361 messages (document 1, Method B)."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any
from urllib.parse import urlsplit

_FORMS = {
    "domain": r"[^\s/?#]+",
    "address": r"0x[0-9a-fA-F]{40}",
    "statement": r"[\x20-\x7e]+",
    "nonce": r"[A-Za-z0-9]{8,}",
    "requestId": r"[^\n]*",
}
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@dataclass(frozen=True)
class SiweMessage:
    """A message: its fields, and the text that is signed for them."""

    fields: dict[str, Any]
    text: str


def siwe_message(
    *,
    domain: str,
    uri: str,
    address: str,
    statement: str | None = None,
    chain_id: int = 1,
    nonce: str | None = None,
    issued_at: str | None = None,
    expiration_time: str | None = None,
    not_before: str | None = None,
    request_id: str | None = None,
    resources: Sequence[str] | None = None,
) -> SiweMessage:
    """
    Makes a message: version 1, a random nonce, issued now, where nothing else is given. Times are ISO 8601. Raises
    ValueError where a field breaks its rule; the checksum of the address is judged by who verifies.
    """
    now = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    given = {
        "domain": domain,
        "address": address,
        "statement": statement,
        "uri": uri,
        "version": "1",
        "chainId": chain_id,
        "nonce": nonce or secrets.token_hex(16),
        "issuedAt": issued_at or now,
        "expirationTime": expiration_time,
        "notBefore": not_before,
        "requestId": request_id,
        "resources": None if resources is None else list(resources),
    }
    fields = {name: value for name, value in given.items() if value is not None}
    for name, form in _FORMS.items():
        if name in fields and not re.fullmatch(form, str(fields[name])):
            raise ValueError(f"the {name} of the message is malformed")
    for name in ("issuedAt", "expirationTime", "notBefore"):
        if name in fields and not _TIME.fullmatch(str(fields[name])):
            raise ValueError(f"the {name} of the message is no time")
    for each in (uri, *(resources or ())):
        if not urlsplit(each).scheme or re.search(r"[\s<>\"{}|\\^`]", each):
            raise ValueError("a URI of the message is malformed")
    lines = [f"{domain} wants you to sign in with your Ethereum account:", address, ""]
    lines += [statement, ""] if statement is not None else [""]
    lines += [f"URI: {uri}", "Version: 1", f"Chain ID: {chain_id}"]
    labels = {
        "nonce": "Nonce",
        "issuedAt": "Issued At",
        "expirationTime": "Expiration Time",
        "notBefore": "Not Before",
        "requestId": "Request ID",
    }
    lines += [f"{label}: {fields[name]}" for name, label in labels.items() if name in fields]
    if resources is not None:
        lines += ["Resources:", *(f"- {each}" for each in resources)]
    return SiweMessage(fields, "\n".join(lines))
