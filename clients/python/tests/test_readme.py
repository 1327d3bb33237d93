"""The snippets of the README, run against a reference server, and the examples of docstrings."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent / "../README.md").read_text()
SOURCES = sorted((Path(__file__).parent / "../src/wallet_services").rglob("*.py"))
EXAMPLES = [line for file in SOURCES for line in re.findall(r"^ *>>> (.*)$", file.read_text(), re.MULTILINE)]
# What the examples in docstrings use.
GIVEN = """
from wallet_services import *
from wallet_services.channels import channel
from wallet_services.rpc.lending_pb2 import MarketReq
from wallet_services.rpc.lending_pb2_grpc import LendingStub
url = "http://127.0.0.1:4000"
keystore: Keystore
"""
SNIPPETS = [text for text in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "a person to try" not in text]


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda text: text.strip().splitlines()[-1][:40])
def test_snippet(snippet: str, places: dict[str, str]) -> None:
    text = snippet
    for name, place in places.items():
        text = text.replace(name, place)
    run = subprocess.run([sys.executable, "-"], input=text, capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    for expected in re.findall(r"# prints (.*)", snippet):
        assert expected.strip() in run.stdout.splitlines()


def test_snippets_and_examples_have_the_right_types(tmp_path: Path) -> None:
    files = []
    for number, snippet in enumerate(SNIPPETS):
        files.append(tmp_path / f"snippet_{number}.py")
        files[-1].write_text(snippet)
    assert EXAMPLES
    files.append(tmp_path / "docstrings.py")
    files[-1].write_text(GIVEN + "\n".join(EXAMPLES))
    config = str(Path(__file__).parent / "../pyproject.toml")
    command = [sys.executable, "-m", "mypy", "--config-file", config, *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=Path(__file__).parent / "..")
    assert run.returncode == 0, run.stdout
