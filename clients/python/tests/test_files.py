"""Files: sent whole, resumably and to signed addresses; read whole, in pieces and to a file."""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import each, end, got
from scripted import Proxy

from msingi import Conflict, NotFound

LARGE = os.urandom(1024) * (7 * 1024)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("msingi.storage.resumable._CHUNK", 2 * 1024 * 1024)


async def bucket_of(client: Any, name: str) -> Any:
    made = await got(client.storage.create_bucket(name, is_public=True))
    return client.storage.bucket(made["slug"])


async def test_files_are_stored_read_moved_and_removed(client: Any, name: str) -> None:
    films = await bucket_of(client, name)
    options = {"content_type": "text/plain", "metadata": {"place": "Dodóma"}, "cache_control": "max-age=60"}
    stored = await got(films.upload("2026/mei 1.txt", "habari", **options))
    assert (stored["size"], stored["mime_type"], stored["metadata"]) == (6, "text/plain", {"place": "Dodóma"})
    assert await got(films.download("2026/mei 1.txt")) == b"habari"
    with pytest.raises(Conflict):
        await got(films.upload("2026/mei 1.txt", b"other"))
    await got(films.upload("2026/mei 1.txt", io.BytesIO(b"habari gani"), overwrite=True))
    assert [piece async for piece in each(films.open("2026/mei 1.txt", headers={"Range": "bytes=7-"}))] == [b"gani"]
    await got(films.copy("2026/mei 1.txt", "copy.txt"))
    await got(films.move("2026/mei 1.txt", "moved.txt"))
    page = await got(films.list(delimiter="/"))
    assert [entry["name"] for entry in page.entries] == ["copy.txt", "moved.txt"]
    page = await got(films.list(limit=1))
    assert (await got(films.list(limit=1, cursor=page.next))).entries[0]["name"] == "moved.txt"
    assert httpx.get(films.public_url(page.entries[0]), follow_redirects=True).content == b"habari gani"
    await got(films.remove("copy.txt", "moved.txt", "nothing"))
    with pytest.raises(NotFound):
        await got(films.get("moved.txt"))
    with pytest.raises(NotFound):
        await got(films.download("moved.txt"))
    assert (await got(client.storage.get_bucket(name)))["name"] == name
    assert name in {bucket["name"] for bucket in await got(client.storage.list_buckets())}
    await got(client.storage.delete_bucket(name, force=True))


async def test_files_have_the_type_that_is_known_of_them(client: Any, name: str) -> None:
    png = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(20)
    films = await bucket_of(client, name)
    cases: list[tuple[str, Any, bool, str]] = [
        ("a", "habari", False, "text/plain"),
        ("a.csv", "a,b", False, "text/plain"),
        ("b.csv", b"a,b", False, "text/csv"),
        ("b.JSON", io.BytesIO(b"{}"), True, "application/json"),
        ("c.csv.gz", b"a,b", False, "application/octet-stream"),
        ("c.bin", b"a,b", True, "application/octet-stream"),
        ("c.png", b"a,b", False, "application/octet-stream"),
        ("c", png, False, "image/png"),
    ]
    for file, body, resumable, expected in cases:
        stored = await got(films.upload(file, body, resumable=resumable))
        assert (file, stored["mime_type"]) == (file, expected)
    target = await got(films.create_signed_upload_url("a.json", content_type="application/json"))
    assert (await got(films.upload_to_signed_url(target.url, "{}")))["mime_type"] == "application/json"


async def test_signed_addresses_need_no_credentials(client: Any, name: str) -> None:
    films = await bucket_of(client, name)
    target = await got(films.create_signed_upload_url("a.txt", content_type="text/plain", size=6))
    assert target.url not in repr(target)
    stored = await got(films.upload_to_signed_url(target.url, "habari", content_type="text/plain"))
    assert stored["name"] == "a.txt"
    signed = await got(films.create_signed_url("a.txt", expires_in=60, download="b.txt"))
    answer = httpx.get(signed.url)
    assert (answer.content, "b.txt" in answer.headers["content-disposition"]) == (b"habari", True)


@pytest.mark.parametrize("form", ["path", "pieces"])
async def test_large_files_go_on_after_a_broken_connection(
    create: Any, site: dict[str, str], name: str, form: str
) -> None:
    proxy = Proxy(site["base"])
    client = create(url=proxy.url)
    films = await bucket_of(client, name)
    sent: list[int] = []

    def progress(loaded: int, total: int) -> None:
        sent.append(loaded)
        if loaded and len(sent) == 2:
            proxy.cut()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "film.bin")
        path.write_bytes(LARGE)
        pieces = (LARGE[at : at + 100_000] for at in range(0, len(LARGE), 100_000))
        stored = await got(films.upload("film.bin", path if form == "path" else pieces, on_progress=progress))
        assert (stored["checksum"], sent[-1]) == (hashlib.sha256(LARGE).hexdigest(), len(LARGE))
        target = Path(folder, "back.bin")
        assert await got(films.download_to("film.bin", target)) == len(LARGE)
        assert target.read_bytes() == LARGE
        with pytest.raises(NotFound):
            await got(films.download_to("nothing", Path(folder, "nothing")))
        assert sorted(os.listdir(folder)) == ["back.bin", "film.bin"]
    await end(client)
    proxy.close()


async def test_an_upload_that_was_left_goes_on_with_a_later_call(create: Any, name: str) -> None:
    store: dict[str, str] = {}
    client = create(store=store)
    films = await bucket_of(client, name)

    class EnoughError(Exception):
        pass

    def leave(loaded: int, total: int) -> None:
        if loaded:
            raise EnoughError

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "film.bin")
        path.write_bytes(LARGE)
        with pytest.raises(EnoughError):
            await got(films.upload("film.bin", path, on_progress=leave))
        assert [key for key in store if key.startswith("msingi.upload.")]
        begun: list[int] = []
        later = create(store=store).storage.bucket(name)
        await got(later.upload("film.bin", path, on_progress=lambda loaded, total: begun.append(loaded)))
    assert begun[0] > 0
    assert not [key for key in store if key.startswith("msingi.upload.")]
