"""Rows: queries, pages, writes, batches, and values of every type."""

from __future__ import annotations

import datetime
import uuid
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from conftest import each, got

from msingi import Conflict, Delete, Insert, InvalidInput, Msingi, NotFound, Update


async def test_rows_are_written_read_and_deleted(client: Any, name: str) -> None:
    books = client.table("books")
    row = await got(books.insert({"title": name, "pages": 3}))
    assert await got(books.find(row["id"])) == row
    assert await got(books.select("pages").find(row["id"])) == {"pages": 3}
    with pytest.raises(ValueError, match="and not limit, title"):
        await got(books.eq("title", "other").limit(1).find(row["id"]))
    assert (await got(books.update(row["id"], {"pages": 4})))["pages"] == 4
    found = await got(books.select("title", "pages").eq("title", name).execute())
    assert found == [{"title": name, "pages": 4}]
    await got(books.delete(row["id"]))
    with pytest.raises(NotFound):
        await got(books.find(row["id"]))
    assert [row["title"] for row in await got(books.only_deleted().eq("title", name).execute())] == [name]
    assert (await got(books.restore(row["id"])))["deleted_at"] is None


async def test_a_list_is_walked_page_by_page(client: Any, name: str) -> None:
    books = client.table("books")
    await got(books.insert_many([{"title": f"{name} {n:02}", "pages": n} for n in range(23)]))
    query = books.select("pages").like("title", f"{name} *").order("pages", desc=True).limit(10)
    assert [row["pages"] async for row in each(query)] == list(range(22, -1, -1))
    page = await got(query.page())
    assert (page.previous, len(page.rows), page.count) == (None, 10, None)
    assert (await got(query.with_count().limit(3).page())).count == 23
    second = await got(query.after(page.next).page())
    assert second.rows[0] == {"pages": 12}
    assert (await got(query.before(second.previous).page())).rows == page.rows
    assert await got(query.count()) == 23
    assert (await got(query.first())) == {"pages": 22}
    assert (await got(query.gt("pages", 100).first())) is None


async def test_what_is_probably_not_meant_is_logged_once(
    client: Any, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    column = "titel" if kind == "async" else "titl"
    for _ in range(2):
        await got(client.table("books").select("id", column).limit(1).execute())
    told = [record.message for record in caplog.records if "Did you mean title?" in record.message]
    assert len(told) == 1


async def test_a_view_is_walked_page_by_page(client: Any, name: str) -> None:
    await got(client.table("books").insert_many([{"title": f"{name} {n}", "pages": n} for n in range(5)]))
    query = client.table("titles").like("title", f"{name} *").order("pages").limit(2)
    assert [row["pages"] async for row in each(query)] == list(range(5))


@pytest.mark.parametrize(
    ("narrow", "expected"),
    [
        (lambda query: query.eq("pages", 1), ["b"]),
        (lambda query: query.neq("pages", 1), ["a"]),
        (lambda query: query.gte("pages", 0).lt("pages", 1), ["a"]),
        (lambda query: query.gt("pages", 0).lte("pages", 1), ["b"]),
        (lambda query: query.is_null("pages"), ["c"]),
        (lambda query: query.is_not_null("pages"), ["a", "b"]),
        (lambda query: query.in_("pages", [0, 1]), ["a", "b"]),
        (lambda query: query.or_("pages.eq.0,pages.is.null"), ["a", "c"]),
        (lambda query: query.ilike("title", "*A"), ["a"]),
        (lambda query: query.filter("pages", "not.eq", 0), ["b"]),
        (lambda query: query.eq("price", Decimal("0.10")), ["a"]),
    ],
)
async def test_filters(client: Any, name: str, narrow: Any, expected: list[str]) -> None:
    rows: list[dict[str, object]] = [{"title": f"{name}a", "pages": 0, "price": Decimal("0.1")}]
    rows += [{"title": f"{name}b", "pages": 1, "price": None}, {"title": f"{name}c", "pages": None, "price": None}]
    await got(client.table("books").insert_many(rows))
    query = client.table("books").like("title", f"{name}*").order("title")
    assert [row["title"].removeprefix(name) for row in await got(narrow(query).execute())] == expected


async def test_texts_with_commas_quotes_and_letters_of_others_are_found(client: Any, name: str) -> None:
    titles = [f'{name} a, "b" (c)', f"{name} \\d", f"{name} Bâ & Ñ +%"]
    await got(client.table("books").insert_many([{"title": title} for title in titles]))
    found = await got(client.table("books").in_("title", titles).execute())
    assert sorted(row["title"] for row in found) == sorted(titles)


async def test_values_of_every_type_come_back_exactly(client: Any, name: str) -> None:
    instant = datetime.datetime(2026, 11, 27, 3, 4, 5, 678901, tzinfo=datetime.timezone(datetime.timedelta(hours=3)))
    identity = uuid.uuid4()
    row = await got(
        client.table("books").insert(
            {
                "title": name,
                "price": Decimal("12345678901234567890.123456789"),
                "big": 2**62 + 1,
                "at": instant,
                "day": instant.date(),
                "raw": b"\x00\xff",
                "ref": identity,
                "meta": {"exact": Decimal("0.1234567890123456789"), "whole": 10**30, "list": [True, None, "é"]},
            }
        )
    )
    assert row["price"] == Decimal("12345678901234567890.123456789")
    assert row["big"] == 2**62 + 1
    assert datetime.datetime.fromisoformat(row["at"]) == instant
    assert (row["day"], row["raw"], row["ref"]) == ("2026-11-27", "\\x00ff", str(identity))
    assert row["meta"] == {"exact": Decimal("0.1234567890123456789"), "whole": 10**30, "list": [True, None, "é"]}
    for column, value in [("at", instant), ("raw", b"\x00\xff"), ("ref", identity), ("big", 2**62 + 1)]:
        assert await got(client.table("books").eq("title", name).eq(column, value).count()) == 1


async def test_related_rows(client: Any, name: str) -> None:
    author = await got(client.table("authors").insert({"name": name}))
    await got(client.table("books").insert({"title": name, "author_id": author["id"]}))
    query = client.table("books").select("title", "author:author_id(name)").filter("author.name", "eq", name)
    assert await got(query.eq("title", name).execute()) == [{"title": name, "author": {"name": name}}]


async def test_related_rows_are_chosen_sorted_and_limited(client: Any, name: str) -> None:
    author = await got(client.table("authors").insert({"name": name}))
    rows = [{"title": f"{name}{n}", "pages": n, "author_id": author["id"]} for n in range(4)]
    await got(client.table("books").insert_many(rows))
    authors = (
        client.table("authors")
        .select("name", "books:books!author_id(pages)")
        .related("books", lambda books: books.gt("pages", 0).order("pages", desc=True))
    )
    expected = {"name": name, "books": [{"pages": 3}, {"pages": 2}]}
    assert await got(authors.eq("name", name).related("books", lambda books: books.limit(2)).execute()) == [expected]
    assert (await got(authors.find(author["id"])))["books"] == [{"pages": 3}, {"pages": 2}, {"pages": 1}]
    with pytest.raises(ValueError, match=r"and not meta->>a\.b"):
        await got(client.table("books").filter("meta->>a.b", "eq", "x").find(author["id"]))
    books = client.table("books").select("pages", "author:author_id(name)").eq("author_id", author["id"])
    assert len(await got(books.order("author(name)").order("pages").execute())) == 4


async def test_upserts(client: Any, name: str) -> None:
    books = client.table("books")
    first = await got(books.upsert({"title": name, "pages": 1}, on_conflict="title"))
    again = await got(books.upsert({"title": name, "pages": 2}, on_conflict="title"))
    assert (again["id"], again["pages"]) == (first["id"], 2)
    assert await got(books.upsert({"title": name}, on_conflict="title", ignore_existing=True)) is None
    assert len(await got(books.upsert_many([{"title": name}, {"title": f"{name}b"}], on_conflict="title"))) == 2


async def test_writes_by_filter(client: Any, name: str) -> None:
    books = client.table("books").like("title", f"{name}*")
    await got(client.table("books").insert_many([{"title": f"{name}{n}"} for n in range(3)]))
    with pytest.raises(InvalidInput):
        await got(books.update_all({"pages": 1}, max_affected=2))
    assert await got(books.eq("pages", 1).count()) == 0
    assert await got(books.update_all({"pages": 1})) == 3
    assert [row["pages"] for row in await got(books.delete_all(returning=True))] == [1, 1, 1]


async def test_a_batch_is_done_as_a_whole(client: Any, name: str) -> None:
    row = await got(client.table("books").insert({"title": name}))
    operations = [
        Insert("books", [{"title": f"{name}2"}, {"title": f"{name}4"}]),
        Update("books", row["id"], {"pages": 7}),
        Delete("books", row["id"]),
    ]
    outcomes = await got(client.batch(operations, idempotency_key=name))
    assert [outcome.status for outcome in outcomes] == [201, 200, 204]
    assert outcomes[1].data["pages"] == 7
    with pytest.raises(Conflict) as refused:
        await got(client.batch([Insert("books", {"title": f"{name}3"}), Insert("books", {"title": f"{name}2"})]))
    assert refused.value.details["operation"] == 1
    assert await got(client.table("books").eq("title", f"{name}3").count()) == 0


async def test_writes_with_a_key_are_done_once(client: Any, name: str) -> None:
    books, mutation = client.table("books"), f'mutation {{ insert_books_one(object: {{title: "{name}g"}}) {{ id }} }}'
    writes = [
        partial(books.insert, {"title": name}),
        partial(books.insert_many, [{"title": f"{name}m"}]),
        partial(books.upsert, {"title": name, "pages": 1}, on_conflict="title"),
        partial(books.upsert_many, [{"title": name, "pages": 2}], on_conflict="title"),
        partial(client.batch, [Insert("books", {"title": f"{name}b"})]),
        partial(client.graphql, mutation),
    ]
    for number, write in enumerate(writes):
        once, again = [await got(write(idempotency_key=f"{name}{number}")) for _ in range(2)]
        assert once == again


async def test_queries_sql_and_graphql(client: Any, name: str) -> None:
    await got(client.table("books").insert({"title": name, "pages": 5}))
    config = {"columns": ["title"], "filters": [{"column": "title", "operator": "eq", "value": name}]}
    assert (await got(client.query.run("books", config)))["rows"] == [{"title": name}]
    result = await got(client.query.exec("select pages from books where title = :title", {"title": name}))
    assert (result["columns"], result["rows"]) == (["pages"], [{"pages": 5}])
    query = "query ($title: String!) { books(where: {title: {_eq: $title}}) { pages } }"
    assert await got(client.graphql(query, variables={"title": name})) == {"books": [{"pages": 5}]}
    with pytest.raises(InvalidInput, match="boks"):
        await got(client.graphql("{ boks { title } }"))
    assert (await got(client.request("GET", "/data/books", query={"title": f"eq.{name}"})))[0]["pages"] == 5


async def test_refusals_say_what_is_wrong(client: Any) -> None:
    with pytest.raises(InvalidInput) as refused:
        await got(client.table("books").insert({"titel": "x"}))
    error = refused.value
    assert (error.status, error.code) == (400, "invalid_input")
    assert any("Did you mean title?" in sentence for sentence in error.errors)
    assert error.details["fields"]
    assert uuid.UUID(error.request_id)


def test_threads_share_a_client(writer: Msingi, name: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        titles = [f"{name}{n}" for n in range(40)]
        list(pool.map(lambda title: writer.table("books").insert({"title": title}), titles))
    assert writer.table("books").like("title", f"{name}*").count() == 40
