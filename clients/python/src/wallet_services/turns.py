"""Waiting for a turn with the blocking read (document 3, Assistant service, rules 2 and 3)."""

from __future__ import annotations

import time

from .assistant.client import READ_TURN, Assistant, AsyncAssistant
from .assistant.models import Turn
from .errors import ServiceError
from .flow import Flow, Wait, run, run_async
from .service import Call, Core, Options

_ROUND = 20.0
"""Longest wait of one request: connections that stay silent for longer are cut on the way."""
_MARGIN = 5.0
_PAUSE = 0.25
"""Shortest time between two requests, for a service that answers 408 at once."""


def _waiting(core: Core, conversation_id: str, turn_id: int, limit: float) -> Flow[Turn]:
    end = time.monotonic() + limit
    while True:
        started = time.monotonic()
        round_ms = max(1, int(min(_ROUND, end - started) * 1000))
        call = Call(
            READ_TURN,
            path={"conversation_id": conversation_id, "turn_id": turn_id},
            query={"block_until_response": True, "timeout": f"{round_ms}ms"},
            options=Options(timeout=round_ms / 1000 + _MARGIN),
        )
        try:
            return (yield from core.flow(call)).data
        except ServiceError as refusal:
            now = time.monotonic()
            if refusal.status != 408 or now >= end:
                raise
            yield Wait(max(0.0, min(_PAUSE - (now - started), end - now)))


def wait_for_turn(assistant: Assistant, conversation_id: str, turn_id: int, *, limit: float = 60.0) -> Turn:
    """
    Waits until a turn is processed, at most `limit` seconds; it may have failed, see its `error`. Raises ServiceError
    with status 408 where the limit is over.
    """
    return run(_waiting(assistant, conversation_id, turn_id, limit), assistant._http)


async def wait_for_turn_async(
    assistant: AsyncAssistant, conversation_id: str, turn_id: int, *, limit: float = 60.0
) -> Turn:
    """As `wait_for_turn`."""
    return await run_async(_waiting(assistant, conversation_id, turn_id, limit), assistant._http)
