"""The driver of the cases of clients/conformance: `python tests/conformance.py blocking|asyncio` reads cases, a line
each, from its standard input, runs each with a client of its own, and writes what came of it as a line."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import inspect
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from typing import Any

from conftest import KINDS, each, end, got, until

from msingi import Delete, Insert, MsingiError, Stream, Update
from msingi._core.json import dumps, loads

# What Python spells in its own way.
SPELLINGS = {"in": "in_", "or": "or_", "list": "execute", "with": "with_options"}
OPERATIONS: dict[str, Callable[[dict[str, Any]], Insert | Update | Delete]] = {
    "POST": lambda one: Insert(one["table"], one["body"]),
    "PATCH": lambda one: Update(one["table"], one["id"], one["body"]),
    "DELETE": lambda one: Delete(one["table"], one["id"]),
}


class Case:
    """Case is one line: a client, and the steps that it takes."""

    def __init__(self, kind: str, case: dict[str, Any]) -> None:
        options = settings({name: value for name, value in case["client"].items() if name != "session"})
        session = case["client"].get("session")
        store = {} if session is None else {f"msingi.session.{options['project']}": dumps(session)}
        self._client: Any = KINDS[kind](**options, store=store)
        self._steps = case["steps"]
        self._results: list[Any] = []

    async def run(self) -> list[Any]:
        """run returns what came of each step, and of each of a list of steps that start together."""
        written = []
        for step in self._steps:
            together = step if isinstance(step, list) else [step]
            if len(together) == 1:
                done = [await self._take(together[0]["do"])]
            elif isinstance(self._client, KINDS["blocking"]):
                with ThreadPoolExecutor(len(together)) as pool:
                    done = list(pool.map(lambda one: asyncio.run(self._take(one["do"])), together))
            else:
                done = await asyncio.gather(*(self._take(one["do"]) for one in together))
            self._results += [one.get("value") for one in done]
            written.append(done if isinstance(step, list) else done[0])
        await end(self._client)
        return written

    async def _take(self, chain: list[list[Any]]) -> dict[str, Any]:
        try:
            value: Any = self._client
            for name, *given in chain:
                value = await self._call(value, snake(name), [self._argument(one) for one in given])
            return {"value": plain([item async for item in each(value)] if isinstance(value, Stream) else value)}
        except MsingiError as error:
            shown = ("status", "code", "message", "errors", "details", "request_id", "retry_after", "challenged")
            return {"error": {name: plain(getattr(error, name)) for name in shown}}
        except Exception as error:
            return {"error": {"status": 0, "message": str(error)}}

    async def _call(self, on: Any, name: str, given: list[Any]) -> Any:
        if name == "all":
            return [item async for item in each(on)]
        if name == "subscribe":
            return await self._hear(on, given)
        return await got(self._apply(on, name, given))

    async def _hear(self, on: Any, given: list[Any]) -> dict[str, Any]:
        *target, options, script = given
        events: list[Any] = []
        positions: list[tuple[int, str]] = []
        statuses: list[tuple[str, Exception | None]] = []
        last, failing = script.get("until", 0), script.get("fails")

        def hear(event: Any) -> None:
            if len(events) + 1 == failing:
                raise RuntimeError("This callback fails.")
            events.append(event)

        named = {snake(name): value for name, value in options.items()}
        if target:
            # What was heard before it is handled by then.
            named["on_position"] = lambda position: positions.append((len(events), position))
        subscription = await got(on.subscribe(*target, hear, on_status=lambda *told: statuses.append(told), **named))

        def is_told(status: str) -> bool:
            if statuses[-1:] and statuses[-1][0] == "closed" and failing is None and statuses[-1][1] is not None:
                raise statuses[-1][1]
            return status in (one for one, _ in statuses)

        # A callback can fail before it is live, with what comes again.
        await until(lambda: is_told("live") or is_told("closed"))
        outcomes = [await self._take(chain) for chain in script.get("live", [])]
        did = [one.get("error", one.get("value")) for one in outcomes]
        if failing is not None:
            await until(lambda: is_told("closed"))
        elif last > 0:
            await until(lambda: is_told("live") and len(events) >= last and (not target or positions[-1][0] >= last))
        await got(subscription.unsubscribe())
        return {"events": plain(events), "did": did, "position": positions[-1][1] if positions else None}

    def _apply(self, on: Any, name: str, given: list[Any]) -> Any:
        if name == "from":
            name = "table" if isinstance(on, tuple(KINDS.values())) else "bucket"
        member = getattr(on, name, None) or getattr(on, SPELLINGS.get(name, name))
        if not callable(member):
            return member
        named: dict[str, Any] = {}
        if name == "related":
            chain = given[1]
            given[1] = lambda rows: reduce(lambda at, link: self._apply(at, snake(link[0]), link[1:]), chain, rows)
        if name == "order" and len(given) > 1:
            named["desc"] = given.pop(1) == "desc"
        if name == "batch":
            given[0] = [OPERATIONS[one["method"]](one) for one in given[0]]
        if is_options(member, given):
            named |= {snake(key): value for key, value in given.pop().items()}
        if name == "with":
            named = settings(named)
        return member(*given, **named)

    def _argument(self, given: Any) -> Any:
        if isinstance(given, list):
            return [self._argument(one) for one in given]
        if not isinstance(given, dict):
            return given
        if "$bytes" in given:
            return given["$bytes"].encode()
        if "$repeat" in given:
            value, count = given["$repeat"]
            return [self._argument(value)] * count
        if "$result" in given:
            found = self._results[given["$result"]]
            for part in filter(None, given.get("at", "").split(".")):
                found = found[int(part) if isinstance(found, list) else part]
            return found
        return {name: self._argument(value) for name, value in given.items()}


def settings(given: dict[str, Any]) -> dict[str, Any]:
    """settings returns options of a client, whose seconds are read with all digits, as it takes them."""
    return {name: float(value) if name.endswith("timeout") else value for name, value in given.items()}


def snake(name: str) -> str:
    """snake writes a name with underscores."""
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)


def is_options(method: Any, given: list[Any]) -> bool:
    """is_options reports whether the last argument is an object of options: no other parameter is left for it, or all its
    names are those of options."""
    if not given or not isinstance(given[-1], dict):
        return False
    parameters = [one for name, one in inspect.signature(method).parameters.items() if name != "self"]
    if any(one.kind is one.VAR_POSITIONAL for one in parameters):
        return False
    placed = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    names = {one.name for one in parameters if one.kind is not one.POSITIONAL_ONLY}
    takes_all = any(one.kind is one.VAR_KEYWORD for one in parameters) or {snake(key) for key in given[-1]} <= names
    return len(given) > len(placed) or (takes_all and given[-1] != {})


def plain(value: Any) -> Any:
    """plain returns what can be written: public members of what the client has made, and texts of bytes."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {one.name: plain(getattr(value, one.name)) for one in dataclasses.fields(value)}
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value


def main(kind: str) -> None:
    """main runs the cases that come."""
    for line in sys.stdin:
        results = asyncio.run(Case(kind, loads(line)).run())
        print(dumps({"results": results}), flush=True)


if __name__ == "__main__":
    main({"blocking": "blocking", "asyncio": "async"}[sys.argv[1]])
