"""RPC over gRPC: channels with credentials, time limits and repetition. Needs `wallet-services[grpc]`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import grpc
import httpx

from .flow import Flow, run, run_async
from .rpc.methods import METHODS
from .token import Token, TokenSource

Credentials = Mapping[str, tuple[str, str, Token]]


def _options(timeout: float) -> list[tuple[str, str]]:
    """Time limits and repetition are gRPC's own: what may be repeated is, where the service cannot be reached."""
    retry = {
        "maxAttempts": 3,
        "initialBackoff": "0.2s",
        "maxBackoff": "5s",
        "backoffMultiplier": 2,
        "retryableStatusCodes": ["UNAVAILABLE"],
    }

    def names(repeatable: bool) -> list[dict[str, str]]:
        paths = [path for path, (_, may) in METHODS.items() if may is repeatable]
        return [dict(zip(("service", "method"), path[1:].split("/"), strict=True)) for path in paths]

    once = {"name": names(False), "timeout": f"{timeout:g}s"}
    config = {"methodConfig": [{"name": names(True), "timeout": f"{timeout:g}s", "retryPolicy": retry}, once]}
    return [("grpc.service_config", json.dumps(config))]


def _credentials(token: Token | None, app_id: str | None, app_secret: str | None) -> Credentials:
    given = {
        "AccessToken": ("authorization", "Bearer ", token),
        "CommentToken": ("authorization", "Bearer ", token),
        "AppId": ("x-assistant-appid", "", app_id),
        "AppSecret": ("x-assistant-secret", "", app_secret),
    }
    return {name: (key, prefix, value) for name, (key, prefix, value) in given.items() if value is not None}


def _metadata(method: str, credentials: Credentials) -> Flow[tuple[list[tuple[str, str]], Callable[[], bool]]]:
    """What is sent along with a method, and what rejects its tokens: False where none can be renewed."""
    metadata, sources = [], []
    for scheme in METHODS.get(method, ((), False))[0]:
        if scheme in credentials:
            key, prefix, token = credentials[scheme]
            text = token if isinstance(token, str) else (yield from token.flow())
            metadata.append((key, prefix + text))
            sources += [(token, text)] if isinstance(token, TokenSource) else []

    def reject() -> bool:
        for source, text in sources:
            source.reject(text)
        return bool(sources)

    return metadata, reject


class _Details(grpc.ClientCallDetails):
    def __init__(self, details: Any, metadata: list[tuple[str, str]]) -> None:
        self.method, self.timeout, self.credentials = details.method, details.timeout, details.credentials
        self.wait_for_ready, self.compression = details.wait_for_ready, getattr(details, "compression", None)
        self.metadata = (*(details.metadata or ()), *metadata)


class _Authorizing(grpc.UnaryUnaryClientInterceptor):
    def __init__(self, credentials: Credentials) -> None:
        self._given, self._http = credentials, httpx.Client()

    def intercept_unary_unary(self, continuation: Any, details: Any, request: Any) -> Any:
        metadata, reject = run(_metadata(details.method, self._given), self._http)
        answer = continuation(_Details(details, metadata), request)
        if not metadata or answer.code() is not grpc.StatusCode.UNAUTHENTICATED or not reject():
            return answer
        metadata, _ = run(_metadata(details.method, self._given), self._http)
        return continuation(_Details(details, metadata), request)


class _AsyncAuthorizing(grpc.aio.UnaryUnaryClientInterceptor):
    def __init__(self, credentials: Credentials) -> None:
        self._given, self._http = credentials, httpx.AsyncClient()

    async def intercept_unary_unary(self, continuation: Any, details: Any, request: Any) -> Any:
        path = details.method.decode() if isinstance(details.method, bytes) else details.method

        async def attempt() -> tuple[Any, Callable[[], bool]]:
            metadata, reject = await run_async(_metadata(path, self._given), self._http)
            sent = grpc.aio.Metadata(*(details.metadata or ()), *metadata)
            return await continuation(details._replace(metadata=sent), request), reject

        answer, reject = await attempt()
        if await answer.code() is not grpc.StatusCode.UNAUTHENTICATED or not reject():
            return answer
        return (await attempt())[0]


def channel(
    target: str,
    *,
    token: Token | None = None,
    app_id: str | None = None,
    app_secret: str | None = None,
    tls: bool = True,
    timeout: float = 10.0,
) -> grpc.Channel:
    """
    A channel for the stubs of `wallet_services.rpc`, that presents each credential to the methods that take it.

    >>> LendingStub(channel("127.0.0.1:4001", tls=False)).AllMarkets(MarketReq())
    """
    options = _options(timeout)
    plain = (
        grpc.secure_channel(target, grpc.ssl_channel_credentials(), options)
        if tls
        else grpc.insecure_channel(target, options)
    )
    return grpc.intercept_channel(plain, _Authorizing(_credentials(token, app_id, app_secret)))


def async_channel(
    target: str,
    *,
    token: Token | None = None,
    app_id: str | None = None,
    app_secret: str | None = None,
    tls: bool = True,
    timeout: float = 10.0,
) -> grpc.aio.Channel:
    """As `channel`, for asyncio."""
    options = _options(timeout)
    interceptors = [_AsyncAuthorizing(_credentials(token, app_id, app_secret))]
    if tls:
        return grpc.aio.secure_channel(
            target, grpc.ssl_channel_credentials(), options=options, interceptors=interceptors
        )
    return grpc.aio.insecure_channel(target, options=options, interceptors=interceptors)
