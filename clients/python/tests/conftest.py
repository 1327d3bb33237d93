"""What tests have at hand: a server that answers as it is told, and the reference server."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


@dataclass
class Scripted:
    """A server that gives its answers one after the other, the last one again and again."""

    url: str = ""
    answers: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    # Clear while responses wait.
    speaking: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def scripted() -> Iterator[Scripted]:
    script = Scripted()
    script.speaking.set()

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            script.requests.append((self.command, self.path, dict(self.headers), body))
            script.speaking.wait(60)
            status, headers, content = script.answers.pop(0) if len(script.answers) > 1 else script.answers[0]
            self.send_response(status)
            for name, value in {"Content-Length": str(len(content)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = answer

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    script.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield script
    script.speaking.set()
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def places() -> dict[str, str]:
    """Addresses of the README, and where the reference server of this run is."""
    found = {"http://127.0.0.1:4000": os.environ.get("WALLET_SERVER"), "127.0.0.1:4001": os.environ.get("WALLET_GRPC")}
    if None in found.values():
        message = "needs a reference server: npm run clients starts one, and sets WALLET_SERVER and WALLET_GRPC"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return {name: place for name, place in found.items() if place}
