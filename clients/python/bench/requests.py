"""How many requests a second the client makes, against bare httpx in the same run: `python bench/requests.py URL PROJECT KEY
TABLE`, with `PYTHONPATH=src` or an installed client."""

import asyncio
import json
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

import httpx

from msingi import AsyncMsingi, Msingi

ROUNDS, REQUESTS = 7, 300


def blocking(url: str, project: str, key: str, table: str) -> list[float]:
    """blocking returns the ratio of each round."""
    address, headers = f"{url}/api/v1/data/{table}?limit=20", {"x-platform-api-key": key}
    with httpx.Client() as bare, Msingi(url, project=project, key=key) as client:
        query = client.table(table).limit(20)

        def by_httpx() -> None:
            response = bare.get(address, headers=headers)
            response.raise_for_status()
            json.loads(response.content)["data"]

        return [_rate(query.execute) / _rate(by_httpx) for _ in range(ROUNDS)]


async def asynchronous(url: str, project: str, key: str, table: str) -> list[float]:
    """asynchronous returns the ratio of each round."""
    address, headers = f"{url}/api/v1/data/{table}?limit=20", {"x-platform-api-key": key}
    async with httpx.AsyncClient() as bare, AsyncMsingi(url, project=project, key=key) as client:
        query = client.table(table).limit(20)

        async def by_httpx() -> None:
            response = await bare.get(address, headers=headers)
            response.raise_for_status()
            json.loads(response.content)["data"]

        return [await _async_rate(query.execute) / await _async_rate(by_httpx) for _ in range(ROUNDS)]


def _rate(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    for _ in range(REQUESTS):
        call()
    return REQUESTS / (time.perf_counter() - began)


async def _async_rate(call: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    for _ in range(REQUESTS):
        await call()
    return REQUESTS / (time.perf_counter() - began)


if __name__ == "__main__":
    where = (sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4])
    for name, ratios in (("blocking", blocking(*where)), ("async", asyncio.run(asynchronous(*where)))):
        rounds = ", ".join(f"{ratio:.2f}" for ratio in ratios)
        print(f"{name}: {statistics.median(ratios):.2f} of bare httpx ({rounds})")
