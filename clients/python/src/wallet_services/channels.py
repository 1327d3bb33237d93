"""RPC over gRPC: channels with credentials, time limits and repetition. Needs `wallet-services[grpc]`."""

from __future__ import annotations

import json

import grpc

from . import limits
from .aio_rpc import AsyncAuthorizing
from .rpc.methods import METHODS
from .sync_rpc import Authorizing
from .token import Token


def _options(timeout: float) -> list[tuple[str, str]]:
    """Time limits and repetition are gRPC's own: what may be repeated is, where the service cannot be reached."""
    policy = {"maxAttempts": 3, "initialBackoff": "0.2s", "maxBackoff": "5s", "backoffMultiplier": 2}

    def config(repeatable: bool, **more: object) -> dict[str, object]:
        paths = [path[1:].split("/") for path, (_, may) in METHODS.items() if may is repeatable]
        names = [{"service": service, "method": method} for service, method in paths]
        return {"name": names, "timeout": f"{timeout:g}s", **more}

    retried = config(True, retryPolicy={**policy, "retryableStatusCodes": ["UNAVAILABLE"]})
    return [("grpc.service_config", json.dumps({"methodConfig": [retried, config(False)]}))]


def channel(
    target: str, *, tls: bool = True, timeout: float = limits.TIMEOUT, **credentials: Token | None
) -> grpc.Channel:
    """
    A channel for the stubs of `wallet_services.rpc`, that presents each of `credentials` (`token`, `app_id` and
    `app_secret`, as clients take them) to the methods that take it.

    >>> LendingStub(channel("127.0.0.1:4001", tls=False)).AllMarkets(MarketReq())
    """
    options, secure = _options(timeout), grpc.ssl_channel_credentials()
    plain = grpc.secure_channel(target, secure, options) if tls else grpc.insecure_channel(target, options)
    return grpc.intercept_channel(plain, Authorizing(credentials))


def async_channel(
    target: str, *, tls: bool = True, timeout: float = limits.TIMEOUT, **credentials: Token | None
) -> grpc.aio.Channel:
    """As `channel`, for asyncio."""
    options, around = _options(timeout), [AsyncAuthorizing(credentials)]
    if tls:
        return grpc.aio.secure_channel(target, grpc.ssl_channel_credentials(), options, interceptors=around)
    return grpc.aio.insecure_channel(target, options, interceptors=around)
