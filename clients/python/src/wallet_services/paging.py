"""Lists that are read page after page: the operations say in which way (`paged` in `x-behaviour`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .errors import PagingError
from .flow import Flow, Page
from .service import Call, Core

_MOST = 500
"""The documented default of lending's `limit`; more is not known to be possible."""


def _at(value: Any, path: Sequence[str]) -> Any:
    for name in path:
        value = getattr(value, name)
    return value


def _next(call: Call[Any], **query: Any) -> Call[Any]:
    return replace(call, query={**call.query, **query})


def by_cursor(
    core: Core, call: Call[Any], items: Sequence[str], cursor: str, after: Sequence[str], more: Sequence[str]
) -> Flow[None]:
    """Each page names the next one, until one says that it is the last."""
    seen: set[str] = set()
    while True:
        page = yield from core.flow(call)
        yield Page(_at(page, items) or [])
        if not _at(page, more):
            return
        text = str(_at(page, after))
        if text == "" or text in seen:
            raise PagingError(f'the list cannot be read to its end: the cursor "{text}" comes again')
        seen.add(text)
        call = _next(call, **{cursor: text})


def by_row(core: Core, call: Call[Any], items: Sequence[str], offset: str, total: Sequence[str]) -> Flow[None]:
    """Each page begins at a row; what moves to the next page while the list is read is given once."""
    seen: set[int] = set()
    row = int(call.query.get(offset) or 0)
    while True:
        page = yield from core.flow(_next(call, **{offset: row}))
        rows = _at(page, items) or []
        fresh = [item for item in rows if item.id not in seen]
        seen.update(item.id for item in fresh)
        yield Page(fresh)
        row += len(rows)
        if not rows or row >= _at(page, total):
            return


def by_time(core: Core, call: Call[Any], offset: str, limit: str) -> Flow[None]:
    """
    Each page begins at the moment of the last item of the page before, until one brings nothing new. Whether that
    moment belongs to the page the documents leave open: an item that comes again is given once.
    """
    seen: set[int] = set()
    while True:
        page = yield from core.flow(call)
        rows = getattr(page, "root", page) or []
        fresh = [item for item in rows if item.id not in seen]
        yield Page(fresh)
        if not rows:
            return
        last = rows[-1].created_at
        if fresh:
            seen = {item.id for item in rows}
            call = _next(call, **{offset: last})
            continue
        # A full page of one moment: a longer page may reach beyond it.
        asked = int(call.query.get(limit) or _MOST)
        if len(rows) < asked or any(item.created_at != last for item in rows):
            return
        if asked >= _MOST:
            raise PagingError(f"more than {_MOST} items happened at {last}")
        call = _next(call, **{limit: str(min(_MOST, asked * 2))})
