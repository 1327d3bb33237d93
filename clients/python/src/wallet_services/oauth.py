"""
OAuth with PKCE (document 1, Method A): the user approves in the wallet, and a token of the wallet network results. No
secret is involved.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from pydantic import TypeAdapter

from .calls import Call, Operation, Options
from .errors import AuthorizationError, CallError
from .sync import Service

_EXCHANGE: Operation[Any] = Operation("POST", "", TypeAdapter(Any))


@dataclass(frozen=True)
class Grant:
    """What the user granted: a token of the wallet network, and its scopes."""

    token: str = field(repr=False)
    scopes: tuple[str, ...]


@dataclass(frozen=True)
class Authorization:
    """Where to send the user, and what to keep until the user comes back: `verifier` is a secret."""

    url: str
    client_id: str
    state: str
    verifier: str = field(repr=False)

    @classmethod
    def start(
        cls, authorize_url: str, *, client_id: str, scopes: Sequence[str], redirect_uri: str | None = None
    ) -> Authorization:
        """Prepares the way to the wallet; the user opens `url` in a browser."""
        verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
        query = {
            "client_id": client_id,
            "scope": " ".join(scopes),
            "response_type": "code",
            "code_challenge": base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"="),
            "code_challenge_method": "S256",
            "state": state,
            **({} if redirect_uri is None else {"redirect_uri": redirect_uri}),
        }
        url = f"{authorize_url}{'&' if '?' in authorize_url else '?'}{urlencode(query)}"
        return cls(url, client_id, state, verifier)

    def exchange(self, token_url: str, answer: str, *, timeout: float = 10.0) -> Grant:
        """
        Exchanges what the user brought back: the address that the wallet led to, or, where there is no way back, the
        code by itself. Raises AuthorizationError where the user did not approve, or the answer is another's.
        """
        body = {"client_id": self.client_id, "code": self._code(answer), "code_verifier": self.verifier}
        with Service(token_url, {}, Options(timeout)) as network:
            told = network._call(Call(_EXCHANGE, body={**body, "grant_type": "authorization_code"}))
        # `{data: {access_token, scope}}`, or without the envelope (RFC 6749, section 5.1).
        grant = told.get("data", told) if isinstance(told, dict) else None
        token = grant.get("access_token") if isinstance(grant, dict) else None
        if not isinstance(grant, dict) or not isinstance(token, str) or not token:
            raise CallError("malformed", f"POST {token_url} was answered without an access_token")
        return Grant(token, tuple(str(grant.get("scope") or "").split()))

    async def exchange_async(self, token_url: str, answer: str, *, timeout: float = 10.0) -> Grant:
        """As `exchange`, in a thread."""
        return await asyncio.to_thread(self.exchange, token_url, answer, timeout=timeout)

    def _code(self, answer: str) -> str:
        if "://" not in answer:
            return answer.strip()
        query = {name: values[0] for name, values in parse_qs(urlsplit(answer).query).items()}
        if not secrets.compare_digest(query.get("state", "").encode(), self.state.encode()):
            raise AuthorizationError("this answer belongs to another sign-in: begin again")
        if "error" in query:
            raise AuthorizationError(f"the wallet did not approve: {query['error'][:200]}")
        if "code" not in query:
            raise AuthorizationError("the wallet answered without a code: begin again")
        return query["code"]
