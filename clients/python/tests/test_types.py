"""What mypy knows of both clients: this file is checked, and not run against a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict

from scripted import PROJECT

from msingi import AsyncMsingi, Change, Msingi, Page, Subscription
from msingi._async import Async


class Book(TypedDict):
    title: str
    pages: int | None


class Title(TypedDict):
    title: str


def blocking(client: Msingi) -> None:
    books = client.table("books", Book)
    row: Book = books.insert({"title": "Utengano"})
    rows: list[Book] = books.eq("title", "Utengano").execute()
    titles: list[Title] = books.select("title", row=Title).execute()
    page: Page[Book] = books.limit(3).page()
    written: int = books.is_null("pages").update_all({"pages": 1})
    changed: list[Book] = books.is_null("pages").update_all({"pages": 1}, returning=True)
    first: Book | None = books.first()
    for book in books.limit(3):
        title: str = book["title"]
    for change in client.changes("books", Book):
        pages: int | None = change.record["pages"]
    receive: Callable[[Change[dict[str, object]]], object] = print
    client.subscribe("books", receive).close()
    client.subscribe("books", lambda change: change.record["pages"], row=Book, events=["INSERT"]).close()
    url: str = client.storage.bucket("films").image_url({"id": "1"}, width=96, format="webp")
    if TYPE_CHECKING:
        client.subscribe("books", lambda change: change.record["price"], row=Book)  # type: ignore[typeddict-item]
        client.changes("books", evnts=["INSERT"])  # type: ignore[call-overload]
        client.functions.invoke("echo", pth="/a")  # type: ignore[call-arg]


async def asynchronous(client: AsyncMsingi) -> None:
    books = client.table("books", Book)
    row: Book = await books.insert({"title": "Utengano"})
    rows: list[Book] = await books.eq("title", "Utengano").execute()
    count: int = await books.count()
    deleted: int = await books.is_null("pages").delete_all(max_affected=3)
    gone: list[Title] = await books.select("title", row=Title).delete_all(returning=True)
    async for book in books.limit(3):
        title: str = book["title"]
    async for change in client.changes("books", Book):
        pages: int | None = change.record["pages"]
    subscription: Subscription[Async] = await client.subscribe("books", print, row=Book)
    found: Title = await books.select("title", row=Title).find("1")
    if TYPE_CHECKING:
        # What is of the other client, and what is forgotten, is found.
        for book in books:  # type: ignore[misc]
            pass
        books.count()  # type: ignore[unused-coroutine]
        await books.insert("Utengano")  # type: ignore[arg-type]
        await books.insert({}, key="k")  # type: ignore[call-arg]


def test_methods_keep_their_names_and_texts() -> None:
    client = Msingi("http://127.0.0.1", project=PROJECT, key="k")
    assert client.table("books").insert.__name__ == "insert"
    assert "idempotency_key" in str(client.table("books").insert.__doc__)
