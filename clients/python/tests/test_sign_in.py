"""Tokens, messages, OAuth."""

from __future__ import annotations

import asyncio
import hashlib
import json
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from conftest import Scripted

from wallet_services import (
    AsyncComment,
    Authorization,
    AuthorizationError,
    Comment,
    Keystore,
    ServiceError,
    SiweMessage,
    access_token,
    sign_in_with_wallet,
    sign_token,
)

KEYSTORE = Keystore("5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d", "57866f54-b0fc-45be-a6e8-91d827e5be98", "11" * 32)


def test_a_token_is_for_one_request() -> None:
    token = sign_token(KEYSTORE, method="POST", path="/transfers?a=1", body='{"b":2}')
    claims = jwt.decode(token, options={"verify_signature": False})
    assert jwt.get_unverified_header(token) == {"alg": "EdDSA", "typ": "JWT"}
    assert claims["sig"] == hashlib.sha256(b'POST/transfers?a=1{"b":2}').hexdigest()
    assert (claims["uid"], claims["scp"], claims["exp"] - claims["iat"]) == (KEYSTORE.client_id, "FULL", 600)


def test_no_error_and_no_text_of_a_keystore_repeats_its_key() -> None:
    assert KEYSTORE.private_key not in repr(KEYSTORE)
    with pytest.raises(ValueError, match="not an Ed25519 key") as caught:
        access_token(Keystore("a", "b", "secret-that-is-no-key"))
    assert "secret" not in str(caught.value)
    with pytest.raises(ValueError, match="has no session_id"):
        Keystore.read({"client_id": "a"})


def test_a_message_has_the_lines_of_eip_4361() -> None:
    message = SiweMessage(
        domain="notes.example.org",
        uri="https://notes.example.org",
        address="0x24f411DC66035a2501105D1D297Eb97E915B9678",
        nonce="k7Qm2XvT9b",
        issued_at="2021-08-17T11:14:30Z",
        resources=["https://a.example"],
    )
    assert message.text() == (
        "notes.example.org wants you to sign in with your Ethereum account:\n"
        "0x24f411DC66035a2501105D1D297Eb97E915B9678\n\n\nURI: https://notes.example.org\nVersion: 1\nChain ID: 1\n"
        "Nonce: k7Qm2XvT9b\nIssued At: 2021-08-17T11:14:30Z\nResources:\n- https://a.example"
    )
    with pytest.raises(ValueError, match="statement"):
        SiweMessage(domain="a", uri="https://a", address="0x" + "0" * 40, statement="two\nlines")


def test_oauth_asks_with_pkce_and_takes_no_foreign_answer() -> None:
    asked = Authorization.start("http://127.0.0.1:1/authorize", client_id="abc", scopes=["A", "B"])
    query = parse_qs(urlsplit(asked.url).query)
    assert (query["scope"], query["code_challenge_method"]) == (["A B"], ["S256"])
    assert asked.verifier not in asked.url
    for answer, why in (("code=1&state=x", "another"), (f"state={asked.state}&error=access_denied", "not approve")):
        with pytest.raises(AuthorizationError, match=why):
            asked.exchange("http://127.0.0.1:1/token", f"http://localhost/?{answer}")


@pytest.mark.parametrize("is_async", [False, True])
def test_a_wallet_may_sign_as_it_likes(scripted: Scripted, is_async: bool) -> None:
    """In the loop of the call, where there is one: what the wallet is reached by may belong to it."""
    names = ("network_user_id", "network_identity_number", "full_name", "avatar_url", "created_at")
    user = {"id": 7, **dict.fromkeys(names, "a")}
    session = json.dumps({"ts": 1, "data": {"access_token": "token", "user": user}}).encode()
    scripted.answers = [(200, {}, session), (404, {}, b"")]
    loops: list[asyncio.AbstractEventLoop] = []

    async def sign(text: str) -> str:
        loops.append(asyncio.get_running_loop())
        return "0x" + "11" * 65

    address = "0x" + "0" * 40
    token = sign_in_with_wallet(scripted.url, sign=sign, domain="a.example", uri="https://a.example", address=address)

    async def read() -> None:
        with pytest.raises(ServiceError):
            await AsyncComment(scripted.url, token=token).read_me()
        assert loops == [asyncio.get_running_loop()]

    if is_async:
        asyncio.run(read())
    else:
        with pytest.raises(ServiceError):
            Comment(scripted.url, token=token).read_me()
    sent = json.loads(scripted.requests[0][3])
    assert json.loads(sent["signed_message"])["chainId"] == 1
    assert scripted.requests[1][2]["Authorization"] == "Bearer token"
