"""How long a call takes with httpx alone and with this client, in microseconds: medians of calls taken in turns."""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable

import httpx

from wallet_services import Swap

WARM_UP, CALLS = 300, 2000


def main() -> None:
    origin = os.environ["BENCH_URL"]
    http, swap = httpx.Client(), Swap(f"{origin}/swap")

    def bare() -> object:
        return json.loads(http.get(f"{origin}/swap/transactions?limit=20").content)["data"]["transactions"]

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
