"""
OAuth with PKCE (document 1, Method A): the user approves in the wallet, and a token of the wallet network results. No
secret is involved.
"""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
from pydantic_core import from_json

from .errors import AuthorizationError, CallError, ServiceError
from .flow import Answer, Flow, Send, run, run_async


@dataclass(frozen=True)
class Grant:
    """What the user granted: a token of the wallet network, and its scopes."""

    token: str = field(repr=False)
    scopes: tuple[str, ...]


@dataclass(frozen=True)
class Authorization:
    """Where to send the user, and what to keep until the user comes back."""

    url: str
    client_id: str
    state: str
    """Ties the answer to this request."""
    verifier: str = field(repr=False)
    """Proves that who exchanges the code is who asked for it. A secret."""

    @classmethod
    def start(
        cls, authorize_url: str, *, client_id: str, scopes: Sequence[str], redirect_uri: str | None = None
    ) -> Authorization:
        """Prepares the way to the wallet; the user opens `url` in a browser."""
        verifier, state = secrets.token_urlsafe(32), secrets.token_urlsafe(16)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        query = {
            "client_id": client_id,
            "scope": " ".join(scopes),
            "response_type": "code",
            "code_challenge": challenge,
            "code_challenge_method": "S256",
            "state": state,
            **({} if redirect_uri is None else {"redirect_uri": redirect_uri}),
        }
        return cls(
            f"{authorize_url}{'&' if '?' in authorize_url else '?'}{urlencode(query)}", client_id, state, verifier
        )

    def exchange(self, token_url: str, answer: str, *, timeout: float = 10.0) -> Grant:
        """
        Exchanges what the user brought back: the address that the wallet led to, or, where there is no way back, the
        code by itself. Raises AuthorizationError where the user did not approve, or the answer is another's.
        """
        with httpx.Client() as http:
            return run(self._flow(token_url, answer, timeout), http)

    async def exchange_async(self, token_url: str, answer: str, *, timeout: float = 10.0) -> Grant:
        """As `exchange`."""
        async with httpx.AsyncClient() as http:
            return await run_async(self._flow(token_url, answer, timeout), http)

    def _code(self, answer: str) -> str:
        if "://" not in answer:
            return answer.strip()
        query = parse_qs(urlsplit(answer).query)
        if not secrets.compare_digest(query.get("state", [""])[0].encode(), self.state.encode()):
            raise AuthorizationError("this answer belongs to another sign-in: begin again")
        if "error" in query:
            raise AuthorizationError(f"the wallet did not approve: {query['error'][0][:200]}")
        if "code" not in query:
            raise AuthorizationError("the wallet answered without a code: begin again")
        return query["code"][0]

    def _flow(self, token_url: str, text: str, timeout: float) -> Flow[Grant]:
        request = {
            "client_id": self.client_id,
            "code": self._code(text),
            "code_verifier": self.verifier,
            "grant_type": "authorization_code",
        }
        headers = {"Content-Type": "application/json"}
        answer: Answer = yield Send("POST", token_url, headers, json.dumps(request).encode(), timeout)
        if not 200 <= answer.status < 300:
            raise ServiceError.of(f"POST {token_url}", answer.status, answer.content, answer.headers)
        try:
            body = from_json(answer.content)
        except ValueError:
            body = None
        # `{data: {access_token, scope}}`, or without the envelope (RFC 6749, section 5.1).
        grant = body.get("data", body) if isinstance(body, dict) else None
        token = grant.get("access_token") if isinstance(grant, dict) else None
        if not isinstance(grant, dict) or not isinstance(token, str) or not token:
            raise CallError("malformed", f"POST {token_url} was answered without an access_token")
        return Grant(token, tuple(str(grant.get("scope") or "").split()))
