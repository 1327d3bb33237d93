"""Presents credentials over gRPC. `generate.py` writes `sync_rpc.py` of it, for threads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import grpc

from .aio import presented, rejected
from .rpc.methods import METHODS, SCHEMES
from .token import Token


class AsyncAuthorizing(grpc.aio.UnaryUnaryClientInterceptor):
    """Sends what a method takes, and once more with other tokens where they were rejected."""

    def __init__(self, given: Mapping[str, Token | None]) -> None:
        unknown = set(given) - {argument for _, _, argument in SCHEMES.values()}
        if unknown:
            raise TypeError(f"no credential: {', '.join(unknown)}")
        self._tokens = {name: given.get(argument) for name, (_, _, argument) in SCHEMES.items()}

    async def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        details = client_call_details
        path = details.method.decode() if isinstance(details.method, bytes) else details.method
        for is_last in (False, True):
            headers, sources = await presented(METHODS.get(path, ((), False))[0], SCHEMES, self._tokens)
            metadata = (*(details.metadata or ()), *((name.lower(), value) for name, value in headers.items()))
            answer = await continuation(details._replace(metadata=metadata), request)
            if is_last or await answer.code() is not grpc.StatusCode.UNAUTHENTICATED or not rejected(sources):
                return answer
