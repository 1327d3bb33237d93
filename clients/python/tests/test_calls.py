"""Calls: credentials, repetition, time limits, errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from itertools import islice
from threading import Barrier
from typing import Any, cast

import httpx
import pytest
from conftest import Scripted
from pydantic import TypeAdapter

from wallet_services import (
    AsyncSwap,
    CallError,
    Comment,
    InputError,
    Lending,
    Options,
    PagingError,
    ServiceError,
    Site,
    Swap,
    TokenSource,
    Vault,
)
from wallet_services.lending.models import Action, Market
from wallet_services.swap.models import OrderState
from wallet_services.values import DecimalText

QUICK = Options(delay=0.001)


def test_a_get_is_repeated_and_retry_after_is_kept(scripted: Scripted) -> None:
    scripted.answers = [
        (503, {"Retry-After": "0"}, b""),
        (429, {}, b""),
        (200, {}, json.dumps({"ts": 1, "data": None}).encode()),
    ]
    assert Swap(scripted.url, options=QUICK).list_market_stats().data == []
    assert len(scripted.requests) == 3


def test_a_wait_that_is_too_long_is_not_waited_for(scripted: Scripted) -> None:
    scripted.answers = [(503, {"Retry-After": "3600"}, b"")]
    with pytest.raises(ServiceError, match="answered 503"):
        Swap(scripted.url).list_market_stats()
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    "asked", ["soon", "3600, 3600", "Mon, 01 Jan 2099 00:00:00 GMT", "Xyz, 01 Jan 2099 00:00:00 GMT"]
)
def test_a_wait_that_is_no_time_is_not_waited_for(scripted: Scripted, asked: str) -> None:
    scripted.answers = [(503, {"Retry-After": asked}, b""), (200, {}, b'{"ts": 1, "data": []}')]
    assert Swap(scripted.url, options=QUICK).list_market_stats().data == []


@pytest.mark.parametrize(
    "proxy", ["http://user:sesame@[::1", "http://user:sesame@127.0.0.1:99999", "socks5://sesame:1"]
)
def test_a_proxy_that_cannot_be_used_is_reported_and_not_repeated(monkeypatch: pytest.MonkeyPatch, proxy: str) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    monkeypatch.delenv("http_proxy", raising=False)
    for make in (Swap, AsyncSwap):
        with pytest.raises(InputError, match="a proxy that the environment names") as failed:
            make("http://127.0.0.1:1")
        assert failed.value.__cause__ is None


def test_an_address_that_is_too_long_is_not_sent(scripted: Scripted) -> None:
    with pytest.raises(InputError, match="cannot be sent"):
        Swap(scripted.url).read_order("a" * 2**17)


def test_a_post_is_sent_once(scripted: Scripted) -> None:
    scripted.answers = [(503, {}, b"")]
    with pytest.raises(ServiceError):
        Swap(scripted.url, options=QUICK).create_action({"action": "3"})
    assert [(request[0], json.loads(request[3])) for request in scripted.requests] == [("POST", {"action": "3"})]


def test_a_refusal_keeps_status_code_and_body(scripted: Scripted) -> None:
    scripted.answers = [(422, {"X-Trace": "7"}, b'{"code": 10002, "msg": "no such pair"}')]
    with pytest.raises(ServiceError, match="422: no such pair") as caught:
        Swap(scripted.url).list_pairs()
    assert (caught.value.status, caught.value.code, caught.value.headers["x-trace"]) == (422, 10002, "7")


@pytest.mark.parametrize(
    "content",
    [b"", b"<html>", b"[]", b"[" * 5000, b'"\xff"', b'{"code": "7", "msg": 7}', b'{"code": true}', b" " * (3 << 20)],
)
def test_a_refusal_of_any_form_keeps_its_status(scripted: Scripted, content: bytes) -> None:
    scripted.answers = [(400, {}, content)]
    with pytest.raises(ServiceError, match=r"answered 400$") as caught:
        Swap(scripted.url).list_pairs()
    assert (caught.value.status, caught.value.code) == (400, None)
    assert not isinstance(caught.value.body, str) or len(caught.value.body) <= 1 << 20


def test_a_message_stands_on_one_line(scripted: Scripted) -> None:
    scripted.answers = [(400, {}, json.dumps({"msg": "a\nb" + "\u20ac" * 500}).encode())]
    with pytest.raises(ServiceError, match=r"answered 400: a b\u20ac{297}$"):
        Swap(scripted.url).list_pairs()


@pytest.mark.parametrize("text", ["1.5", '"1e9999999"', '"NaN"', '"Infinity"', '""', '" 1"', "null", "true"])
def test_a_decimal_is_text_of_bounded_size(text: str) -> None:
    with pytest.raises(ValueError):
        TypeAdapter(DecimalText).validate_json(text)


@pytest.mark.parametrize("content", [b"", b"<html>", b'{"ts": 1}', b"null"])
def test_what_is_not_documented_is_malformed(scripted: Scripted, content: bytes) -> None:
    scripted.answers = [(200, {}, content)]
    with pytest.raises(CallError) as caught:
        Swap(scripted.url).list_pairs()
    assert caught.value.reason == "malformed"
    assert len(scripted.requests) == 1


def test_null_is_an_empty_list(scripted: Scripted) -> None:
    scripted.answers = [(200, {}, b"null"), (200, {}, b""), (200, {}, b'{"data": null}')]
    lending = Lending(scripted.url)
    assert lending.list_transactions() == []
    with pytest.raises(CallError, match="as documented"):
        lending.list_transactions()
    assert lending.list_markets().data == []


def test_a_call_ends_in_time(scripted: Scripted) -> None:
    scripted.answers = [(200, {}, b"{}")]
    scripted.speaking.clear()
    options = Options(timeout=0.05, attempts=1)
    with pytest.raises(CallError) as caught:
        Swap(scripted.url, options=options).list_pairs()
    with pytest.raises(CallError) as caught_async:
        asyncio.run(AsyncSwap(scripted.url, options=options).list_pairs())
    assert (caught.value.reason, caught_async.value.reason) == ("timeout", "timeout")


def test_a_token_is_made_once_and_renewed_once(scripted: Scripted) -> None:
    made: list[str] = []

    def make() -> str:
        made.append(f"token-{len(made) + 1}")
        return made[-1]

    scripted.answers = [(401, {}, b"")]
    source = TokenSource(make)

    async def together() -> None:
        async with AsyncSwap(scripted.url, token=source) as swap:
            calls = [swap.read_order("a"), swap.read_order("b")]
            assert all(isinstance(each, ServiceError) for each in await asyncio.gather(*calls, return_exceptions=True))

    asyncio.run(together())
    assert made == ["token-1", "token-2"]
    with pytest.raises(ServiceError):
        Swap(scripted.url, token=source).list_pairs()
    assert "Authorization" not in scripted.requests[-1][2]


def test_forty_calls_with_a_rejected_token_renew_it_once() -> None:
    made: list[str] = []
    arrived = Barrier(40)

    def make() -> str:
        made.append(f"token-{len(made) + 1}")
        return made[-1]

    def answer(request: httpx.Request) -> httpx.Response:
        if request.headers["Authorization"] == "Bearer token-1":
            arrived.wait(60)
            return httpx.Response(401)
        return httpx.Response(404)

    vault = Vault("http://x", token=TokenSource(make), http=httpx.Client(transport=httpx.MockTransport(answer)))
    with ThreadPoolExecutor(40) as pool:
        calls = [pool.submit(vault.list_my_vaults) for _ in range(40)]
    assert all("answered 404" in str(call.exception()) for call in calls)
    assert made == ["token-1", "token-2"]


def test_a_site_is_chosen_once(scripted: Scripted) -> None:
    scripted.answers = [(404, {}, b"")]
    comment = Comment(scripted.url, site=Site(id=21, slug="ä"))
    for site_id in (None, 3):
        with pytest.raises(ServiceError):
            comment.list_comments(site_id=site_id)
    sent = [request[2] for request in scripted.requests]
    assert sent[0]["X-COMMENT-SITE-SLUG"].encode("latin-1").decode() == "ä"
    assert "X-COMMENT-SITE-ID" not in sent[1]


def test_a_cursor_that_comes_back_is_an_error(scripted: Scripted) -> None:
    page = {"ts": 1, "data": {"transactions": [], "pagination": {"next_cursor": "7", "has_next": True}}}
    scripted.answers = [(200, {}, json.dumps(page).encode())]
    with pytest.raises(PagingError, match='"7"'):
        list(Swap(scripted.url).iter_transactions())


def test_pages_have_the_items_of_the_list(places: dict[str, str]) -> None:
    lending = Lending(f"{places['http://127.0.0.1:4000']}/lending")
    first, second = islice(lending.pages_of_transactions(limit="40"), 2)
    items = list(islice(lending.iter_transactions(limit="40"), len(first) + len(second)))
    assert [item.id for item in first + second] == [item.id for item in items]
    assert len(first) == 40


def test_values_of_a_later_contract_are_taken() -> None:
    assert OrderState("Paused").value == "Paused"
    assert Action(99) == 99
    assert Action(5) is Action.MINT


def test_decimals_keep_their_digits() -> None:
    market = Market.model_construct(price=Decimal("0.00000001228866600"))
    assert json.loads(market.model_dump_json(include={"price"})) == {"price": "0.00000001228866600"}


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_a_path_stays_below_its_operation(name: str) -> None:
    with pytest.raises(ValueError, match="in a path"):
        Swap("http://127.0.0.1:1", token="abc").read_order(name)


@pytest.mark.parametrize(
    ("make", "names"),
    [
        (lambda: Swap(cast(str, None)), "base_url is no text"),
        (lambda: Swap("http://127.0.0.1:1/swap", token=cast(str, b"SECRET")).read_order("x"), "Authorization"),
        (lambda: Swap("http://127.0.0.1:1/swap").read_order(cast(str, None)), "follow_id cannot be None"),
        (lambda: Swap("http://127.0.0.1:1/swap", options=Options(timeout=cast(float, "5"))).list_pairs(), "timeout"),
        (lambda: Swap("http://127.0.0.1:1/swap", options=Options(headers=cast(Any, {"X-A": 5}))).list_pairs(), "X-A"),
    ],
)
def test_a_value_of_another_type_is_refused_by_name(make: Callable[[], object], names: str) -> None:
    with pytest.raises(InputError, match=names) as caught:
        make()
    assert "SECRET" not in str(caught.value)
