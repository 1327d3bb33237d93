"""Signing in (document 1, Client-side sign-in)."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .calls import Options
from .comment.client import Comment
from .comment.models import SignInRequest
from .siwe import SiweMessage
from .token import Token, TokenSource, settled

TEN_MINUTES = 600.0

Sign = Callable[[str], Union[str, Awaitable[str]]]
"""Signs a text with the key of an account (EIP-191), as wallets do: `0x` and 65 bytes in hexadecimal."""


def _private_key(text: str) -> Ed25519PrivateKey:
    try:
        if re.fullmatch(r"([0-9a-fA-F]{64}){1,2}", text):
            raw = bytes.fromhex(text)
        else:
            plain = text.rstrip("=").replace("+", "-").replace("/", "_")
            raw = base64.b64decode(plain + "=" * (-len(plain) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) not in (32, 64):
        raise ValueError("the private key of the keystore is not an Ed25519 key: 32 or 64 bytes, hexadecimal or base64")
    return Ed25519PrivateKey.from_private_bytes(raw[:32])


@dataclass(frozen=True)
class Keystore:
    """What an application was given by the wallet network."""

    client_id: str
    session_id: str
    private_key: str = field(repr=False)
    """Ed25519, 32 or 64 bytes, in hexadecimal, base64 or base64url. A secret."""

    @classmethod
    def read(cls, source: str | os.PathLike[str] | Mapping[str, Any]) -> Keystore:
        """
        Reads a keystore from a file of JSON, or from its members. Raises ValueError where one is missing; none is
        repeated in the message.
        """
        members: Any = source
        if not isinstance(source, Mapping):
            with open(source, encoding="utf-8") as file:
                try:
                    members = json.load(file)
                except ValueError:
                    raise ValueError("the keystore is not JSON") from None

        def text(*names: str) -> str:
            for name in names:
                if isinstance(members, Mapping) and isinstance(members.get(name), str) and members[name]:
                    return str(members[name])
            raise ValueError(f"the keystore has no {names[0]}")

        ids = (text("client_id", "app_id", "user_id"), text("session_id"))
        return cls(*ids, text("private_key", "session_private_key"))


def sign_token(
    keystore: Keystore,
    *,
    method: str = "GET",
    path: str = "/me",
    body: str = "",
    scope: str = "FULL",
    lifetime: float = TEN_MINUTES,
) -> str:
    """
    Signs one access token of the wallet network, for one request of it: its method, its path below the base address
    with the query, its body as it is sent. The services take the one that stands here by default.
    """
    now = int(time.time())
    claims = {
        "uid": keystore.client_id,
        "sid": keystore.session_id,
        "iat": now,
        "exp": now + int(lifetime),
        "jti": str(uuid.uuid4()),
        "sig": hashlib.sha256(f"{method}{path}{body}".encode()).hexdigest(),
        "scp": scope,
    }
    return jwt.encode(claims, _private_key(keystore.private_key), algorithm="EdDSA", headers={"typ": "JWT"})


def access_token(keystore: Keystore) -> TokenSource:
    """Tokens of the wallet network, signed with a keystore and renewed before they end, for lending, swap and vault."""
    _private_key(keystore.private_key)
    return TokenSource(lambda: sign_token(keystore), TEN_MINUTES - 30)


def _login(base_url: str, options: Options | None, body: Mapping[str, Any]) -> str:
    with Comment(base_url, options=options) as comment:
        return comment.sign_in(SignInRequest.model_validate(body)).data.access_token


def sign_in(base_url: str, token: Token | Keystore, *, options: Options | None = None) -> TokenSource:
    """
    Tokens of the comment service at an address, for a token of the wallet network: of a keystore, or one of OAuth.

    >>> comment = Comment(url, token=sign_in(url, keystore))
    """
    network = access_token(token) if isinstance(token, Keystore) else token

    def make() -> str:
        text = network if isinstance(network, str) else network.token()
        return _login(base_url, options, {"method": "mixin_token", "mixin_token": text})

    return TokenSource(make)


def sign_in_with_wallet(
    base_url: str, *, domain: str, uri: str, address: str, sign: Sign, options: Options | None = None, **fields: Any
) -> TokenSource:
    """
    Tokens of the comment service at an address, for a message that the user's wallet signs (EIP-4361). The wallet is
    asked for a new signature at the first call that needs a token, and when the service rejects one. `fields` are
    further ones of `SiweMessage`, such as `statement`.
    """

    def make() -> str:
        message = SiweMessage(domain=domain, uri=uri, address=address, **fields)
        signature = settled(sign(message.text()))
        return _login(
            base_url, options, {"method": "mvm", "signed_message": message.json_text(), "signature": signature}
        )

    return TokenSource(make)
