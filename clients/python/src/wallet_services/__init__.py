"""Clients of the wallet services: lending, comment, swap, vault, assistant. See README.md."""

from .assistant.client import Assistant, AsyncAssistant
from .comment.client import AsyncComment, Comment
from .errors import AuthorizationError, CallError, PagingError, ServiceError, WalletError
from .lending.client import AsyncLending, Lending
from .oauth import Authorization, Grant
from .service import Options, Site
from .sign_in import Keystore, access_token, sign_in, sign_in_with_wallet, sign_token
from .siwe import SiweMessage, siwe_message
from .swap.client import AsyncSwap, Swap
from .token import Token, TokenSource
from .turns import wait_for_turn, wait_for_turn_async
from .values import decimal_text
from .vault.client import AsyncVault, Vault

__all__ = [
    "Assistant",
    "AsyncAssistant",
    "AsyncComment",
    "AsyncLending",
    "AsyncSwap",
    "AsyncVault",
    "Authorization",
    "AuthorizationError",
    "CallError",
    "Comment",
    "Grant",
    "Keystore",
    "Lending",
    "Options",
    "PagingError",
    "ServiceError",
    "Site",
    "SiweMessage",
    "Swap",
    "Token",
    "TokenSource",
    "Vault",
    "WalletError",
    "access_token",
    "decimal_text",
    "sign_in",
    "sign_in_with_wallet",
    "sign_token",
    "siwe_message",
    "wait_for_turn",
    "wait_for_turn_async",
]
