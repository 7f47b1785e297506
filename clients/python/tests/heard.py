"""What subscriptions hear, and the changes that they hear of."""

from __future__ import annotations

from typing import Any

from conftest import got, until

from msingi import Msingi


class Heard:
    """Heard is what a subscription to the rows of one name has told."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.changes: list[Any] = []
        self.statuses: list[str] = []
        self.errors: list[Exception] = []

    def __repr__(self) -> str:
        return f"Heard({self.statuses}, {self.errors}, {self.titles})"

    def change(self, change: Any) -> None:
        if change.record["title"].startswith(self.name):
            self.changes.append(change)

    def status(self, status: str, error: Exception | None) -> None:
        self.statuses.append(status)
        if error is not None:
            self.errors.append(error)

    @property
    def titles(self) -> list[str]:
        return [change.record["title"] for change in self.changes]

    async def until_count(self, count: int) -> None:
        await until(lambda: len(self.changes) >= count)

    async def subscribe(self, client: Any, **options: Any) -> Any:
        subscription = await got(client.subscribe("books", self.change, on_status=self.status, **options))
        await until(lambda: self.statuses[-1:] == ["live"])
        return subscription


def write(writer: Msingi, title: str) -> None:
    """write makes one change of each type."""
    books = writer.table("books")
    row = books.insert({"title": title, "pages": 1})
    books.update(row["id"], {"pages": 2})
    books.delete(row["id"])


def insert(writer: Msingi, title: str, count: int, first: int = 0) -> list[str]:
    titles = [f"{title} {number:03}" for number in range(first, first + count)]
    for one in titles:
        writer.table("books").insert({"title": one})
    return titles
