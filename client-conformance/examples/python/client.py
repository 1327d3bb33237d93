"""A client in Python, with the standard library only, that takes the steps of `npm run check:client`.

    npm run check:client -- -- python3 client-conformance/examples/python/client.py

client-conformance/README.md describes the protocol. It shows that a client needs nothing from this repository but the
documents. Decimals and times stay text, as they are in JSON: the caller turns them into Decimal where it computes.
"""

import base64
import hashlib
import http.client
import json
import os
import secrets
import sys
import threading
import time
import uuid
from urllib.parse import parse_qs, quote, urlencode, urlsplit

# Nothing is left behind in the folder of the examples.
sys.dont_write_bytecode = True
import ed25519  # noqa: E402

SERVICES = ("lending", "comment", "swap", "vault", "assistant")

# By service and operationId: method, path, and which credential goes along.
OPERATIONS = {
    "lending": {
        "listMarkets": ("GET", "/api/v1/markets/all", None),
        "listTransactions": ("GET", "/api/v1/transactions", None),
        "createPayRequest": ("POST", "/api/v1/pay-requests", None),
    },
    "comment": {
        "signIn": ("POST", "/auth/login", None),
        "createComment": ("POST", "/comments", "comment"),
        "listComments": ("GET", "/comments", None),
        "readComment": ("GET", "/comments/{comment_id}", None),
        "readMe": ("GET", "/me", "comment"),
    },
    "swap": {
        "createAction": ("POST", "/actions", None),
        "listCandles": ("GET", "/stats/markets/{base}/{quote}/kline/v2", None),
        "listPairs": ("GET", "/pairs", None),
        "listPairStats": ("GET", "/stats/markets/{base}/{quote}", None),
        "listTickers": ("GET", "/cmc/pairs", None),
        "listTransactions": ("GET", "/transactions", None),
        "readInfo": ("GET", "/info", None),
    },
    "vault": {
        "listAssets": ("GET", "/assets", None),
        "listCollateralTypes": ("GET", "/cats", None),
        "listFlips": ("GET", "/flips", None),
        "listMyVaults": ("GET", "/me/vats", "network"),
        "listVaultEvents": ("GET", "/vats/{vat}/events", None),
        "listVaults": ("GET", "/vats", None),
        "readFlip": ("GET", "/flips/{flip}", None),
        "readTime": ("GET", "/time", None),
    },
    "assistant": {
        "createConversation": ("POST", "/conversations", "app"),
        "createIndexes": ("POST", "/indexes", "app and secret"),
        "createTurn": ("POST", "/conversations/{conversation_id}", "app"),
        "deleteIndex": ("DELETE", "/indexes/{object_id}", "app and secret"),
        "readTurn": ("GET", "/conversations/{conversation_id}/{turn_id}", "app"),
        "searchIndexes": ("GET", "/indexes/search", "app"),
    },
}

TIMEOUT = 10.0
ATTEMPTS = 3
NOT_NOW = (429, 502, 503, 504)
TEN_MINUTES = 600


class Failed(Exception):
    """There is no result. `kind` is one of the protocol's."""

    def __init__(self, kind, message, status=None):
        super().__init__(message)
        self.kind, self.status = kind, status


class Unsupported(Exception):
    """This client cannot take the step."""


class Connection:
    """One request, which another thread may end."""

    def __init__(self, url, timeout):
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self.http = kind(parts.hostname, parts.port, timeout=timeout)
        self.target = parts.path + (f"?{parts.query}" if parts.query else "")
        self.aborted = False

    def abort(self):
        self.aborted = True
        if self.http.sock is not None:
            # Closing alone would not wake the thread that reads.
            self.http.sock.shutdown(2)

    def exchange(self, method, headers, body):
        try:
            self.http.request(method, self.target, body, headers)
            response = self.http.getresponse()
            return response.status, response.headers, response.read()
        except (OSError, http.client.HTTPException) as error:
            if self.aborted:
                raise Failed("aborted", "the caller lost interest") from error
            kind = "timeout" if isinstance(error, TimeoutError) else "network"
            raise Failed(kind, f"{method} {self.target.split('?')[0]}: {type(error).__name__}") from error
        finally:
            self.http.close()


class Client:
    def __init__(self, variables):
        self.urls = {name: variables[f"CHECK_{name.upper()}_URL"] for name in SERVICES}
        self.network, self.rpc = variables["CHECK_NETWORK_URL"], variables["CHECK_RPC_URL"]
        self.keystore = json.loads(variables["CHECK_KEYSTORE"])
        self.app_id, self.app_secret = variables["CHECK_APP_ID"], variables["CHECK_APP_SECRET"]
        self.tokens = {}

    # Credentials

    def network_token(self):
        """Signs GET /me with the keystore: a token for ten minutes."""
        now = int(time.time())
        claims = {
            "uid": self.keystore["client_id"],
            "sid": self.keystore["session_id"],
            "iat": now,
            "exp": now + TEN_MINUTES,
            "jti": str(uuid.uuid4()),
            "sig": hashlib.sha256(b"GET/me").hexdigest(),
            "scp": "FULL",
        }
        text = ".".join(_base64url(json.dumps(part).encode()) for part in ({"alg": "EdDSA", "typ": "JWT"}, claims))
        key = self.keystore["private_key"]
        seed = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))[:32]
        return f"{text}.{_base64url(ed25519.sign(seed, text.encode()))}"

    def comment_token(self):
        """Exchanges a token of the network for one of the comment service."""
        body = {"method": "mixin_token", "mixin_token": self.network_token()}
        return self.call("comment", "signIn", {"body": body})["data"]["access_token"]

    def token(self, kind):
        made, token = self.tokens.get(kind, (0, None))
        if token is None or time.time() - made > TEN_MINUTES - 60:
            token = self.network_token() if kind == "network" else self.comment_token()
            self.tokens[kind] = (time.time(), token)
        return token

    def credentials(self, kind):
        if kind in ("network", "comment"):
            return {"Authorization": f"Bearer {self.token(kind)}"}
        headers = {"X-ASSISTANT-APPID": self.app_id} if kind else {}
        return {**headers, "X-ASSISTANT-SECRET": self.app_secret} if kind == "app and secret" else headers

    # Calls

    def call(self, service, operation, given=None, timeout=TIMEOUT, abort_after=None):
        """Calls an operation and gives the JSON that it answers. Only what may be sent twice is repeated."""
        given = given or {}
        method, path, kind = OPERATIONS[service][operation]
        for name, value in given.get("path", {}).items():
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        query = urlencode({name: _text(value) for name, value in given.get("query", {}).items()})
        url = f"{self.urls[service]}{path}{'?' if query else ''}{query}"
        own = {name: _text(value) for name, value in given.get("header", {}).items()}
        body = None
        if "body" in given:
            own["Content-Type"] = "application/json"
            body = json.dumps(given["body"], ensure_ascii=False).encode()

        renewed, attempt = False, 1
        while True:
            headers = {"Accept": "application/json", **own, **self.credentials(kind)}
            status, answered, data = self.exchange(url, method, headers, body, timeout, abort_after)
            if status == 401 and kind in ("network", "comment") and not renewed:
                renewed = True
                self.tokens.pop(kind, None)
                continue
            if status in NOT_NOW and method != "POST" and attempt < ATTEMPTS:
                time.sleep(min(float(answered.get("Retry-After") or 0.2 * attempt), 5))
                attempt += 1
                continue
            if not 200 <= status < 300:
                raise Failed("refused", f"{service} {operation} answered {status}", status)
            try:
                return json.loads(data)
            except ValueError as error:
                raise Failed("malformed", f"{service} {operation} did not answer with JSON") from error

    def exchange(self, url, method, headers, body, timeout, abort_after):
        connection = Connection(url, timeout)
        timer = threading.Timer(abort_after, connection.abort) if abort_after is not None else None
        if timer:
            timer.start()
        try:
            return connection.exchange(method, headers, body)
        finally:
            if timer:
                timer.cancel()

    # OAuth, and RPC as Connect has it in JSON

    def authorize(self, ask):
        """Asks the user; a browser would be sent to the address, and back."""
        state, verifier = secrets.token_urlsafe(16), secrets.token_urlsafe(32)
        asked = {
            "client_id": ask["client_id"],
            "redirect_uri": ask["redirect_uri"],
            "scope": " ".join(ask["scopes"]),
            "response_type": "code",
            "code_challenge": _base64url(hashlib.sha256(verifier.encode()).digest()),
            "code_challenge_method": "S256",
            "state": state,
        }
        url = f"{self.network}/oauth/authorize?{urlencode(asked)}"
        status, headers, _ = self.exchange(url, "GET", {}, None, TIMEOUT, None)
        back = parse_qs(urlsplit(headers.get("Location") or "").query)
        if back.get("state") != [state] or "code" not in back:
            raise Failed("other", f"the user did not approve, or the answer is another's ({status})")
        proof = {"client_id": ask["client_id"], "code": back["code"][0], "code_verifier": verifier}
        token = self.post(f"{self.network}/oauth/token", proof)["data"]["access_token"]
        body = {"method": "mixin_token", "mixin_token": token}
        issued = self.call("comment", "signIn", {"body": body})["data"]["access_token"]
        self.tokens["comment"] = (time.time(), issued)
        return self.call("comment", "readMe")

    def post(self, url, message):
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        status, _, data = self.exchange(url, "POST", headers, json.dumps(message).encode(), TIMEOUT, None)
        if status != 200:
            raise Failed("refused", f"POST {url} answered {status}", status)
        return json.loads(data)

    # Lists

    def items(self, service, operation, given):
        paging = {"lending": self.by_time, "comment": self.by_row}.get(service, self.by_cursor)

        def page(**more):
            query = {**given.get("query", {}), **more}
            return self.call(service, operation, {**given, "query": query})

        return paging(page)

    def by_cursor(self, page):
        answer = page()
        while True:
            payload = answer.get("data", answer)
            pagination = payload["pagination"]
            for name, value in payload.items():
                if name != "pagination":
                    yield from value or []
            if not pagination["has_next"]:
                return
            answer = page(cursor=pagination["next_cursor"])

    def by_row(self, page):
        rows = 0
        while True:
            payload = page(offset=rows)["data"]
            items = payload.get("comments") or []
            yield from items
            rows += len(items)
            if not items or rows >= payload["total"]:
                return

    def by_time(self, page):
        seen, items = set(), page()
        while items:
            fresh = [item for item in items if item["id"] not in seen]
            if not fresh:
                return
            yield from fresh
            seen = {item["id"] for item in items}
            items = page(offset=items[-1]["created_at"])

    # Turns

    def wait(self, conversation_id, turn_id, limit):
        path = {"conversation_id": conversation_id, "turn_id": turn_id}
        end = time.monotonic() + limit
        while True:
            rest = max(end - time.monotonic(), 0.001)
            query = {"block_until_response": True, "timeout": f"{int(min(rest, 20) * 1000) + 1}ms"}
            try:
                return self.call("assistant", "readTurn", {"path": path, "query": query}, timeout=rest + 5)["data"]
            except Failed as failed:
                if failed.status != 408 or time.monotonic() >= end:
                    raise
                time.sleep(0.1)

    # Steps

    def take(self, ask):
        if "url" in ask:
            raise Unsupported("this example is for good services")
        if ask["do"] == "call":
            timeout = ask["timeout_ms"] / 1000 if "timeout_ms" in ask else TIMEOUT
            abort_after = ask["abort_after_ms"] / 1000 if "abort_after_ms" in ask else None
            return self.call(ask["service"], ask["operation"], ask.get("input"), timeout, abort_after)
        if ask["do"] == "list":
            items = []
            for item in self.items(ask["service"], ask["operation"], ask.get("input", {})):
                items.append(item)
                if len(items) == ask.get("most"):
                    break
            return items
        if ask["do"] == "wait":
            return self.wait(ask["conversation_id"], ask["turn_id"], ask["limit_ms"] / 1000)
        if ask["do"] == "sign-in" and ask["method"] == "NetworkToken":
            self.tokens.pop("comment", None)
            return self.call("comment", "readMe")
        if ask["do"] == "sign-in":
            raise Unsupported("the standard library of Python has neither secp256k1 nor Keccak")
        if ask["do"] == "authorize":
            return self.authorize(ask)
        if ask["do"] == "rpc":
            return self.post(f"{self.rpc}/lending.v1.Lending/{ask['method']}", ask["input"])
        raise Unsupported(f"this client does not know how to {ask['do']}")


def _base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def answer(client, line):
    try:
        return {"ok": True, "result": client.take(json.loads(line))}
    except Unsupported as reason:
        return {"unsupported": str(reason)}
    except Failed as failed:
        error = {"kind": failed.kind, "message": str(failed)}
        return {"ok": False, "error": error if failed.status is None else {**error, "status": failed.status}}
    except (KeyError, TypeError, ValueError) as error:
        return {"ok": False, "error": {"kind": "other", "message": f"{type(error).__name__}: {error}"}}


def main():
    client = Client(os.environ)
    for line in sys.stdin:
        print(json.dumps(answer(client, line)), flush=True)


if __name__ == "__main__":
    main()
