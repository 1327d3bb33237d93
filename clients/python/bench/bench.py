"""
How long a call takes with httpx alone and with this client, in microseconds: medians of calls taken in turns. Alone it
does what any call must: a time limit, a check of the status, and the answer as types, here of pydantic.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from decimal import Decimal

import httpx
from pydantic import BaseModel

from wallet_services import Swap

WARM_UP, CALLS = 300, 2000


class Transaction(BaseModel):
    id: str
    created_at: str
    type: str
    base_asset_id: str
    quote_asset_id: str
    base_amount: Decimal
    quote_amount: Decimal
    fee_asset_id: str
    fee_amount: Decimal
    pay_asset_id: str
    filled_asset_id: str
    funds: Decimal
    amount: Decimal
    value: Decimal
    fee_value: Decimal
    follow_id: str
    liquidity: Decimal


class Pagination(BaseModel):
    next_cursor: str
    has_next: bool


class Page(BaseModel):
    transactions: list[Transaction]
    pagination: Pagination


class Answer(BaseModel):
    ts: int
    data: Page


def main() -> None:
    origin = os.environ["BENCH_URL"]
    http, swap = httpx.Client(timeout=10), Swap(f"{origin}/swap")

    def bare() -> object:
        response = http.get(f"{origin}/swap/transactions", params={"limit": 20})
        return Answer.model_validate_json(response.raise_for_status().content).data.transactions

    def client() -> object:
        return swap.list_transactions(limit=20).data.transactions

    taken: dict[str, list[float]] = {"bare": [], "client": []}
    ways: tuple[tuple[str, Callable[[], object]], ...] = (("bare", bare), ("client", client))
    for count in range(WARM_UP + CALLS):
        for name, call in ways:
            start = time.perf_counter()
            call()
            if count >= WARM_UP:
                taken[name].append((time.perf_counter() - start) * 1e6)
    print(json.dumps({name: round(statistics.median(times), 1) for name, times in taken.items()}))


if __name__ == "__main__":
    main()
