"""A server that runs, as MSINGI_TEST_SITE describes it, and clients of both kinds: each test runs with either."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest
from scripted import Proxy

from msingi import AsyncMsingi, Msingi
from msingi._async import Async
from msingi._core.http import Server

PASSWORD = "correct horse 1"

KINDS = {"blocking": Msingi, "async": AsyncMsingi}


def person(name: str) -> dict[str, str]:
    digits = str(int(name[1:9], 16) % 10**7).zfill(7)
    return {"email": f"{name}@example.com", "password": PASSWORD, "full_name": "Amina", "phone": f"+25571{digits}"}


async def got(value: Any) -> Any:
    """got returns what a method of either client returns."""
    return await value if inspect.isawaitable(value) else value


async def each(stream: Any) -> AsyncIterator[Any]:
    """each iterates over what either client iterates over."""
    if isinstance(stream._shell, Async):
        async for item in stream:
            yield item
    else:
        for item in stream:
            yield item


async def end(client: Any) -> None:
    """end closes either client."""
    await got(client.aclose() if isinstance(client, AsyncMsingi) else client.close())


async def until(fits: Callable[[], Any]) -> None:
    """until waits for what must come, on however slow a machine."""
    patience = time.monotonic() + 30
    while not fits():
        assert time.monotonic() < patience, "what must come has not come"
        await asyncio.sleep(0.005)


def threads() -> set[threading.Thread]:
    """threads returns those of the client that run: asyncio's own threads end with their loop."""
    return {thread for thread in threading.enumerate() if not thread.name.startswith("asyncio")}


def sockets() -> int:
    """sockets returns how many this process has open."""
    count = 0
    for name in os.listdir("/proc/self/fd"):
        try:
            count += os.readlink(f"/proc/self/fd/{name}").startswith("socket:")
        except OSError:
            continue
    return count


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    """Tests may be async functions: each has a loop of its own, and a minute."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(asyncio.wait_for(pyfuncitem.obj(**arguments), 60))
    return True


@pytest.fixture(scope="session")
def site() -> dict[str, str]:
    described = os.environ.get("MSINGI_TEST_SITE")
    if described is None:
        pytest.skip("MSINGI_TEST_SITE describes no server")
    return dict(json.loads(described))


@pytest.fixture(params=list(KINDS))
def kind(request: Any) -> str:
    return str(request.param)


@pytest.fixture
def create(site: dict[str, str], kind: str) -> Callable[..., Any]:
    """create makes a client with the secret key, or with what is said."""

    def client(**options: Any) -> Any:
        url = options.pop("url", site["base"])
        key = site[options.pop("key", "secret")]
        return KINDS[kind](url, project=site["project"], key=key, **options)

    return client


@pytest.fixture
def client(create: Callable[..., Any]) -> Any:
    return create()


@pytest.fixture
def writer(site: dict[str, str]) -> Iterator[Msingi]:
    with Msingi(site["base"], project=site["project"], key=site["secret"]) as client:
        yield client


@pytest.fixture
def name() -> str:
    """name is one that nobody else uses."""
    return f"n{uuid.uuid4().hex}"


@pytest.fixture
def room(site: dict[str, str], name: str) -> str:
    """room is a channel that nobody else uses."""
    channels = f"{site['base']}/api/v1/projects/{site['project']}/realtime/channels"
    headers = {"authorization": f"Bearer {site['token']}"}
    httpx.post(channels, json={"name": name}, headers=headers).raise_for_status()
    return name


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """short_waits has broken connections opened anew at once."""
    monkeypatch.setattr("msingi._core.follow._FIRST_WAIT", 0.02)


@pytest.fixture
def proxy(site: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    """proxy is one through which WebSockets go, too: the server tells its own address."""
    proxy = Proxy(site["base"])
    dial = Server.dial
    monkeypatch.setattr(Server, "dial", lambda self, url: dial(self, self.base))
    yield proxy
    proxy.close()
