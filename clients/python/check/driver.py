"""Takes the steps of `npm run check:client` with this package: `python check/driver.py`, with `--sync` by threads."""

from __future__ import annotations

import asyncio
import json
import os
import re
import ssl
import sys
import traceback
from collections.abc import Awaitable
from typing import Any

import grpc
import httpx
from eth_account import Account
from eth_account.messages import encode_defunct
from google.protobuf import json_format
from pydantic import TypeAdapter

import wallet_services as w
from wallet_services import channels
from wallet_services.rpc import lending_pb2, lending_pb2_grpc

ENV = os.environ
IS_SYNC = "--sync" in sys.argv


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.replace("-", "_")).lower()


def json_of(value: Any) -> Any:
    """What the client understood, as JSON."""
    return TypeAdapter(Any).dump_python(value, mode="json", by_alias=True, exclude_unset=True)


async def done(value: Any) -> Any:
    return await value if isinstance(value, Awaitable) else value


class Driver:
    """The clients of one run."""

    def __init__(self) -> None:
        self.keystore = w.Keystore.read(json.loads(ENV["CHECK_KEYSTORE"]))
        token = w.access_token(self.keystore)
        app = {"app_id": ENV["CHECK_APP_ID"], "app_secret": ENV["CHECK_APP_SECRET"]}
        self.clients: dict[str, Any] = {
            "lending": self.make("Lending", token=token),
            "comment": self.comment(w.sign_in(ENV["CHECK_COMMENT_URL"], self.keystore)),
            "swap": self.make("Swap", token=token),
            "vault": self.make("Vault", token=token),
            "assistant": self.make("Assistant", **app),
        }

    def make(self, name: str, **given: Any) -> Any:
        kind = getattr(w, name if IS_SYNC else f"Async{name}")
        return kind(ENV[f"CHECK_{name.upper()}_URL"], **given)

    def comment(self, token: w.TokenSource) -> Any:
        return self.make("Comment", token=token)

    def client_for(self, ask: dict[str, Any]) -> Any:
        """The client of a step: that of its service, or a new one for an address of its own."""
        if "url" not in ask:
            return self.clients[ask["service"]]
        name = str(ask["service"]).capitalize()
        kind = getattr(w, name if IS_SYNC else f"Async{name}")
        own_kind, own = httpx.Client if IS_SYNC else httpx.AsyncClient, None
        if ask.get("own_http"):
            own = own_kind(follow_redirects=True)
        if "authority" in ask:
            own = own_kind(verify=ssl.create_default_context(cadata=ask["authority"]))
        return kind(ask["url"], **ask["credentials"], http=own)

    def arguments(self, given: dict[str, Any]) -> dict[str, Any]:
        named = {
            snake(name): value for place in ("path", "query", "header") for name, value in given.get(place, {}).items()
        }
        return {**named, **({"body": given["body"]} if "body" in given else {})}

    async def call(self, ask: dict[str, Any]) -> Any:
        method = getattr(self.client_for(ask), snake(ask["operation"]))
        options = w.Options(timeout=ask["timeout_ms"] / 1000) if "timeout_ms" in ask else None
        if "abort_after_ms" not in ask:
            return await done(method(**self.arguments(ask.get("input", {})), options=options))
        if IS_SYNC:
            raise NotImplementedError("a call that waits is ended by its time limit alone")
        task = asyncio.ensure_future(method(**self.arguments(ask.get("input", {})), options=options))
        asyncio.get_running_loop().call_later(ask["abort_after_ms"] / 1000, task.cancel)
        return await task

    async def list(self, ask: dict[str, Any]) -> list[Any]:
        method = getattr(self.client_for(ask), snake(ask["operation"]).replace("list_", "iter_", 1))
        items: list[Any] = []
        options = w.Options(max_pages=ask.get("max_pages"))
        found = method(**self.arguments(ask.get("input", {})), options=options)
        if IS_SYNC:
            for item in found:
                items.append(item)
                if len(items) == ask.get("most"):
                    break
            return items
        async for item in found:
            items.append(item)
            if len(items) == ask.get("most"):
                break
        return items

    async def sign_in(self, ask: dict[str, Any]) -> Any:
        url = ENV["CHECK_COMMENT_URL"]
        if ask["method"] == "NetworkToken":
            return await done(self.comment(w.sign_in(url, self.keystore)).read_me())
        account = Account.from_key(ENV["CHECK_ACCOUNT_KEY"])

        def sign(text: str) -> str:
            return str(account.sign_message(encode_defunct(text=text)).signature.to_0x_hex())

        domain, uri, statement = ENV["CHECK_DOMAIN"], ENV["CHECK_URI"], "Sign in to comment."
        token = w.sign_in_with_wallet(
            url, domain=domain, uri=uri, statement=statement, address=account.address, sign=sign
        )
        return await done(self.comment(token).read_me())

    async def authorize(self, ask: dict[str, Any]) -> Any:
        """The user is sent to the wallet; in a test the wallet sends the user back at once."""
        network = ENV["CHECK_NETWORK_URL"]
        given = {name: ask[name] for name in ("client_id", "redirect_uri", "scopes")}
        asked = w.Authorization.start(f"{network}/oauth/authorize", **given)
        back = httpx.get(asked.url).headers["Location"]
        if IS_SYNC:
            grant = asked.exchange(f"{network}/oauth/token", back)
        else:
            grant = await asked.exchange_async(f"{network}/oauth/token", back)
        return await done(self.comment(w.sign_in(ENV["CHECK_COMMENT_URL"], grant.token)).read_me())

    async def wait(self, ask: dict[str, Any]) -> Any:
        wait, given = self.clients["assistant"].wait_for_turn, (ask["conversation_id"], ask["turn_id"])
        return (await done(wait(*given, limit=ask["limit_ms"] / 1000))).data

    async def rpc(self, ask: dict[str, Any]) -> Any:
        target = ENV["CHECK_GRPC_URL"].removeprefix("http://")
        make = channels.channel if IS_SYNC else channels.async_channel
        stub = lending_pb2_grpc.LendingStub(make(target, token=w.access_token(self.keystore), tls=False))
        descriptor = lending_pb2.DESCRIPTOR.services_by_name["Lending"].methods_by_name[ask["method"]]
        message = getattr(lending_pb2, descriptor.input_type.name)()
        answer = await done(getattr(stub, ask["method"])(json_format.ParseDict(ask["input"], message)))
        return json_format.MessageToDict(answer)

    async def take(self, ask: dict[str, Any]) -> Any:
        return json_of(await getattr(self, ask["do"].replace("-", "_"))(ask))


def said(error: BaseException) -> str:
    """All that an error says, as it would be printed."""
    return "".join(traceback.format_exception(error))[-2000:]


async def answer(driver: Driver, line: str) -> dict[str, Any]:
    try:
        return {"ok": True, "result": await driver.take(json.loads(line))}
    except NotImplementedError as error:
        return {"unsupported": str(error)}
    except w.ServiceError as error:
        return {"ok": False, "error": {"kind": "refused", "status": error.status, "message": said(error)}}
    except w.PagingError as error:
        return {"ok": False, "error": {"kind": "paging", "message": said(error)}}
    except w.InputError as error:
        return {"ok": False, "error": {"kind": "invalid", "message": said(error)}}
    except w.CallError as error:
        return {"ok": False, "error": {"kind": error.reason, "message": said(error)}}
    except asyncio.CancelledError:
        return {"ok": False, "error": {"kind": "aborted", "message": "the task was cancelled"}}
    except (w.WalletError, grpc.RpcError, KeyError, TypeError, ValueError, AttributeError) as error:
        return {"ok": False, "error": {"kind": "other", "message": f"{type(error).__name__}: {error}"}}


async def main() -> None:
    driver = Driver()
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await answer(driver, line)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
