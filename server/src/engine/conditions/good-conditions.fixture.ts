// Good conditions and the SQL that each becomes, word for word: a source, its SQL, an empty line.

/** GOOD_CONDITIONS pairs each source with its SQL. */
export const GOOD_CONDITIONS: readonly (readonly [source: string, sql: string])[] = String.raw`
active
("posts"."active")

not active
(NOT "posts"."active")

true
(TRUE)

null
(NULL::pg_catalog.bool)

'yes'
(TRUE)

status = 'published' or owner_id = auth.uid()
(("posts"."status" OPERATOR(pg_catalog.=) 'published') OR ("posts"."owner_id" OPERATOR(pg_catalog.=) (SELECT auth.uid())))

active and not hidden and title is not null
("posts"."active" AND (NOT "posts"."hidden") AND ("posts"."title" IS NOT NULL))

active is not true or hidden is unknown
(("posts"."active" IS NOT TRUE) OR ("posts"."hidden" IS UNKNOWN))

title = 'it''s \ "x"'
("posts"."title" OPERATOR(pg_catalog.=) 'it''s \ "x"')

status = 'it''s'
("posts"."status" OPERATOR(pg_catalog.=) 'it''s')

status in ('draft', 'it''s', null)
("posts"."status" OPERATOR(pg_catalog.=) ANY ('{"draft","it''s",NULL}'))

status = previous
(("posts"."status"::pg_catalog.text) OPERATOR(pg_catalog.=) ("posts"."previous"::pg_catalog.text))

status <> auth.claim('status')
(("posts"."status"::pg_catalog.text) OPERATOR(pg_catalog.<>) (SELECT auth.claim('status')))

previous in ('draft', title)
(("posts"."previous"::pg_catalog.text) OPERATOR(pg_catalog.=) ANY (ARRAY['draft', "posts"."title"]::pg_catalog.text[]))

title in ('a', email)
("posts"."title" OPERATOR(pg_catalog.=) ANY (ARRAY['a', "posts"."email"]::pg_catalog.text[]))

quantity in (1, -2, 3.5)
("posts"."quantity" OPERATOR(pg_catalog.=) ANY (ARRAY[1, (-2), 3.5]::pg_catalog.numeric[]))

quantity not in (1, 2)
("posts"."quantity" OPERATOR(pg_catalog.<>) ALL (ARRAY[1, 2]::pg_catalog.int4[]))

owner_id in ('6F1C0A3E-0000-4000-8000-00000000000A', auth.uid())
("posts"."owner_id" OPERATOR(pg_catalog.=) ANY (ARRAY['6f1c0a3e-0000-4000-8000-00000000000a', (SELECT auth.uid())]::pg_catalog.uuid[]))

title = any (array['a', 'b'])
("posts"."title" OPERATOR(pg_catalog.=) ANY (ARRAY['a', 'b']::pg_catalog.text[]))

title <> all (array['a', 'b'])
("posts"."title" OPERATOR(pg_catalog.<>) ALL (ARRAY['a', 'b']::pg_catalog.text[]))

auth.claim('role') = any ('{admin,owner}'::text[])
((SELECT auth.claim('role')) OPERATOR(pg_catalog.=) ANY ('{admin,owner}'::pg_catalog.text[]))

'admin' = any (string_to_array(auth.claim('roles'), ','))
('admin' OPERATOR(pg_catalog.=) ANY (pg_catalog.string_to_array((SELECT auth.claim('roles')), ','::pg_catalog.text)))

quantity between 1 and 10
(("posts"."quantity" OPERATOR(pg_catalog.>=) 1) AND ("posts"."quantity" OPERATOR(pg_catalog.<=) 10))

title not between 'a' and 'm'
(NOT ((("posts"."title" COLLATE pg_catalog."C") OPERATOR(pg_catalog.>=) 'a') AND (("posts"."title" COLLATE pg_catalog."C") OPERATOR(pg_catalog.<=) 'm')))

title >= 'm'
(("posts"."title" COLLATE pg_catalog."C") OPERATOR(pg_catalog.>=) 'm')

status >= 'published'
("posts"."status" OPERATOR(pg_catalog.>=) 'published')

price * quantity < 100 and lower(email) like '%@example.com'
((("posts"."price" OPERATOR(pg_catalog.*) "posts"."quantity") OPERATOR(pg_catalog.<) 100) AND (pg_catalog.lower("posts"."email") OPERATOR(pg_catalog.~~) '%@example.com'))

title ilike 'a\_%' and body not like title
(("posts"."title" OPERATOR(pg_catalog.~~*) 'a\_%') AND ("posts"."body" OPERATOR(pg_catalog.!~~) "posts"."title"))

-quantity + 5 % 3 = 9999999999
(((OPERATOR(pg_catalog.-) "posts"."quantity") OPERATOR(pg_catalog.+) (5 OPERATOR(pg_catalog.%) 3)) OPERATOR(pg_catalog.=) 9999999999)

big / 2 - small > 1.5e3
((("posts"."big" OPERATOR(pg_catalog./) 2) OPERATOR(pg_catalog.-) "posts"."small") OPERATOR(pg_catalog.>) 1.5e3)

score > 0.1
("posts"."score" OPERATOR(pg_catalog.>) 0.1)

title || '-' || quantity = 'a-1'
((("posts"."title" OPERATOR(pg_catalog.||) '-') OPERATOR(pg_catalog.||) "posts"."quantity") OPERATOR(pg_catalog.=) 'a-1')

title is distinct from body
((NOT COALESCE(("posts"."title" OPERATOR(pg_catalog.=) "posts"."body"), (("posts"."title" IS NULL) AND ("posts"."body" IS NULL)))))

owner_id is not distinct from auth.uid()
(COALESCE(("posts"."owner_id" OPERATOR(pg_catalog.=) (SELECT auth.uid())), (("posts"."owner_id" IS NULL) AND ((SELECT auth.uid()) IS NULL))))

case status when 'draft' then owner_id = auth.uid() when 'published' then true else false end
(CASE WHEN ("posts"."status" OPERATOR(pg_catalog.=) 'draft') THEN ("posts"."owner_id" OPERATOR(pg_catalog.=) (SELECT auth.uid())) WHEN ("posts"."status" OPERATOR(pg_catalog.=) 'published') THEN TRUE ELSE FALSE END)

case when active then quantity end = 3
((CASE WHEN "posts"."active" THEN "posts"."quantity" END) OPERATOR(pg_catalog.=) 3)

coalesce(active, hidden, false)
(COALESCE("posts"."active", "posts"."hidden", FALSE))

nullif(title, '') is null
((CASE WHEN ("posts"."title" OPERATOR(pg_catalog.=) '') THEN NULL::pg_catalog.text ELSE "posts"."title" END) IS NULL)

greatest(quantity, small, 3) > least(1.5, price)
(GREATEST("posts"."quantity", "posts"."small", 3) OPERATOR(pg_catalog.>) LEAST(1.5, "posts"."price"))

greatest(title, 'm') = title
(GREATEST(("posts"."title" COLLATE pg_catalog."C"), ('m' COLLATE pg_catalog."C")) OPERATOR(pg_catalog.=) "posts"."title")

created_at > now() - interval '1 day'
("posts"."created_at" OPERATOR(pg_catalog.>) (pg_catalog.now() OPERATOR(pg_catalog.-) '1 day'::pg_catalog.interval))

created_at > '2026-01-31 12:00' and deleted_at <= '2026-01-31T12:00:00.5+03:00'
(("posts"."created_at" OPERATOR(pg_catalog.>) '2026-01-31 12:00:00.000000+00') AND ("posts"."deleted_at" OPERATOR(pg_catalog.<=) '2026-01-31 09:00:00.500000+00'))

born = current_date or created_at < current_timestamp
(("posts"."born" OPERATOR(pg_catalog.=) CURRENT_DATE) OR ("posts"."created_at" OPERATOR(pg_catalog.<) CURRENT_TIMESTAMP))

born = '2026-01-31' and opens < '09:30'::time
(("posts"."born" OPERATOR(pg_catalog.=) '2026-01-31') AND ("posts"."opens" OPERATOR(pg_catalog.<) '09:30:00.000000'::pg_catalog.time))

date_trunc('day', created_at) = created_at and extract(dow from born) in (0, 6)
((pg_catalog.date_trunc('day'::pg_catalog.text, "posts"."created_at") OPERATOR(pg_catalog.=) "posts"."created_at") AND (pg_catalog.extract('dow'::pg_catalog.text, "posts"."born") OPERATOR(pg_catalog.=) ANY (ARRAY[0, 6]::pg_catalog.int4[])))

age(created_at) > interval '1 year' or date_part('hour', opens) = 8
((pg_catalog.age("posts"."created_at") OPERATOR(pg_catalog.>) '1 year'::pg_catalog.interval) OR (pg_catalog.date_part('hour'::pg_catalog.text, "posts"."opens") OPERATOR(pg_catalog.=) 8))

data ->> 'kind' = 'x' and data -> 'list' ->> 0 = 'y'
((("posts"."data" OPERATOR(pg_catalog.->>) 'kind'::pg_catalog.text) OPERATOR(pg_catalog.=) 'x') AND ((("posts"."data" OPERATOR(pg_catalog.->) 'list'::pg_catalog.text) OPERATOR(pg_catalog.->>) 0) OPERATOR(pg_catalog.=) 'y'))

data #>> '{a,b}' = 'x' or data @> '{"a": 1}' or data ? 'k' or data ?| array['a', 'b']
((("posts"."data" OPERATOR(pg_catalog.#>>) '{a,b}'::pg_catalog.text[]) OPERATOR(pg_catalog.=) 'x') OR ("posts"."data" OPERATOR(pg_catalog.@>) '{"a": 1}'::pg_catalog.jsonb) OR ("posts"."data" OPERATOR(pg_catalog.?) 'k'::pg_catalog.text) OR ("posts"."data" OPERATOR(pg_catalog.?|) ARRAY['a', 'b']::pg_catalog.text[]))

(data ->> 'count')::int > 3 and jsonb_array_length(data -> 'list') > 0
(((("posts"."data" OPERATOR(pg_catalog.->>) 'count'::pg_catalog.text)::pg_catalog.int4) OPERATOR(pg_catalog.>) 3) AND (pg_catalog.jsonb_array_length(("posts"."data" OPERATOR(pg_catalog.->) 'list'::pg_catalog.text)) OPERATOR(pg_catalog.>) 0))

jsonb_typeof(to_jsonb(quantity)) = 'number'
(pg_catalog.jsonb_typeof(pg_catalog.to_jsonb("posts"."quantity")) OPERATOR(pg_catalog.=) 'number')

trim(title) = trim(both 'x' from title) and ltrim(title) = rtrim(title, 'y')
((pg_catalog.btrim("posts"."title") OPERATOR(pg_catalog.=) pg_catalog.btrim("posts"."title", 'x'::pg_catalog.text)) AND (pg_catalog.ltrim("posts"."title") OPERATOR(pg_catalog.=) pg_catalog.rtrim("posts"."title", 'y'::pg_catalog.text)))

substring(title from 2 for 3) = substr(title, 2) and position('a' in title) = strpos(title, 'a')
((pg_catalog.substring("posts"."title", 2, 3) OPERATOR(pg_catalog.=) pg_catalog.substr("posts"."title", 2)) AND (pg_catalog.position("posts"."title", 'a'::pg_catalog.text) OPERATOR(pg_catalog.=) pg_catalog.strpos("posts"."title", 'a'::pg_catalog.text)))

left(title, 1) = right(title, 1) and length(title) = char_length(body)
((pg_catalog.left("posts"."title", 1) OPERATOR(pg_catalog.=) pg_catalog.right("posts"."title", 1)) AND (pg_catalog.length("posts"."title") OPERATOR(pg_catalog.=) pg_catalog.char_length("posts"."body")))

replace(title, 'a', 'b') = split_part(title, ',', 1) and starts_with(title, 'x')
((pg_catalog.replace("posts"."title", 'a'::pg_catalog.text, 'b'::pg_catalog.text) OPERATOR(pg_catalog.=) pg_catalog.split_part("posts"."title", ','::pg_catalog.text, 1)) AND pg_catalog.starts_with("posts"."title", 'x'::pg_catalog.text))

concat(title, quantity, null) = 'x1' and pg_catalog.upper(title) = 'X'
((pg_catalog.concat("posts"."title", "posts"."quantity", NULL::pg_catalog.text) OPERATOR(pg_catalog.=) 'x1') AND (pg_catalog.upper("posts"."title") OPERATOR(pg_catalog.=) 'X'))

abs(quantity) = mod(quantity, 7) and round(price, 2) = floor(price) and ceil(score) = round(score)
((pg_catalog.abs("posts"."quantity") OPERATOR(pg_catalog.=) pg_catalog.mod("posts"."quantity", 7)) AND (pg_catalog.round("posts"."price", 2) OPERATOR(pg_catalog.=) pg_catalog.floor("posts"."price")) AND (pg_catalog.ceil("posts"."score") OPERATOR(pg_catalog.=) pg_catalog.round("posts"."score")))

quantity::text = title and title::uuid = id and price::numeric(10, 2) = 1 and code::char(3) = 'abc'
((("posts"."quantity"::pg_catalog.text) OPERATOR(pg_catalog.=) "posts"."title") AND (("posts"."title"::pg_catalog.uuid) OPERATOR(pg_catalog.=) "posts"."id") AND (("posts"."price"::pg_catalog.numeric(10, 2)) OPERATOR(pg_catalog.=) 1) AND (("posts"."code"::pg_catalog.bpchar(3)) OPERATOR(pg_catalog.=) 'abc'))

'{"a": 1}'::jsonb @> data and cast('5' as integer) = quantity
(('{"a": 1}'::pg_catalog.jsonb OPERATOR(pg_catalog.@>) "posts"."data") AND ('5'::pg_catalog.int4 OPERATOR(pg_catalog.=) "posts"."quantity"))

array[1, 2] = array[quantity, small]
(ARRAY[1, 2]::pg_catalog.int4[] OPERATOR(pg_catalog.=) ARRAY["posts"."quantity", "posts"."small"]::pg_catalog.int4[])

owner_id = any ('{}'::uuid[]) or title = any (array[]::text[])
(("posts"."owner_id" OPERATOR(pg_catalog.=) ANY ('{}'::pg_catalog.uuid[])) OR ("posts"."title" OPERATOR(pg_catalog.=) ANY (ARRAY[]::pg_catalog.text[])))

posts.active
("posts"."active")

posts.deleted_at is null
("posts"."deleted_at" IS NULL)

address = '10.0.0.1' and bytes is not null and pause = interval '1 hour'
(("posts"."address" OPERATOR(pg_catalog.=) '10.0.0.1') AND ("posts"."bytes" IS NOT NULL) AND ("posts"."pause" OPERATOR(pg_catalog.=) '1 hour'::pg_catalog.interval))

exists (select 1 from memberships m where m.team_id = posts.team_id and m.user_id = auth.uid())
(EXISTS (SELECT 1 FROM "p_test"."memberships" AS "t1" WHERE (("t1"."team_id" OPERATOR(pg_catalog.=) "posts"."team_id") AND ("t1"."user_id" OPERATOR(pg_catalog.=) (SELECT auth.uid()))) AND ("t1"."deleted_at" IS NULL)))

exists (select * from memberships where memberships.team_id = posts.team_id and deleted_at is null)
(EXISTS (SELECT 1 FROM "p_test"."memberships" AS "t1" WHERE (("t1"."team_id" OPERATOR(pg_catalog.=) "posts"."team_id") AND ("t1"."deleted_at" IS NULL))))

team_id in (select team_id from memberships where user_id = auth.uid() and role in ('admin', 'editor'))
("posts"."team_id" OPERATOR(pg_catalog.=) ANY (SELECT "t1"."team_id" FROM "p_test"."memberships" AS "t1" WHERE (("t1"."user_id" OPERATOR(pg_catalog.=) (SELECT auth.uid())) AND ("t1"."role" OPERATOR(pg_catalog.=) ANY (ARRAY['admin', 'editor']::pg_catalog.text[]))) AND ("t1"."deleted_at" IS NULL)))

owner_id not in (select user_id from memberships)
(NOT ("posts"."owner_id" OPERATOR(pg_catalog.=) ANY (SELECT "t1"."user_id" FROM "p_test"."memberships" AS "t1" WHERE ("t1"."deleted_at" IS NULL))))

title = any (select name as n from countries limit 5)
("posts"."title" OPERATOR(pg_catalog.=) ANY (SELECT "t1"."name" FROM "p_test"."countries" AS "t1" LIMIT 5))

(select count(*) from memberships m where m.user_id = owner_id) > 3
((SELECT pg_catalog.count(*) FROM "p_test"."memberships" AS "t1" WHERE ("t1"."user_id" OPERATOR(pg_catalog.=) "posts"."owner_id") AND ("t1"."deleted_at" IS NULL)) OPERATOR(pg_catalog.>) 3)

(select max(level) from memberships where role = title group by role) between 1 and 5
(((SELECT pg_catalog.max("t1"."level") FROM "p_test"."memberships" AS "t1" WHERE ("t1"."role" OPERATOR(pg_catalog.=) "posts"."title") AND ("t1"."deleted_at" IS NULL) GROUP BY "t1"."role") OPERATOR(pg_catalog.>=) 1) AND ((SELECT pg_catalog.max("t1"."level") FROM "p_test"."memberships" AS "t1" WHERE ("t1"."role" OPERATOR(pg_catalog.=) "posts"."title") AND ("t1"."deleted_at" IS NULL) GROUP BY "t1"."role") OPERATOR(pg_catalog.<=) 5))

exists (select 1 from memberships m join teams t on t.id = m.team_id left join countries c on c.name = t.name and t.is_open where m.user_id = owner_id)
(EXISTS (SELECT 1 FROM "p_test"."memberships" AS "t1" JOIN "p_test"."teams" AS "t2" ON ("t2"."id" OPERATOR(pg_catalog.=) "t1"."team_id") AND ("t2"."deleted_at" IS NULL) LEFT JOIN "p_test"."countries" AS "t3" ON (("t3"."name" OPERATOR(pg_catalog.=) "t2"."name") AND "t2"."is_open") WHERE ("t1"."user_id" OPERATOR(pg_catalog.=) "posts"."owner_id") AND ("t1"."deleted_at" IS NULL)))

exists (select 1 from teams t left join memberships m on m.team_id = t.id where m.id is null and t.id = posts.team_id)
(EXISTS (SELECT 1 FROM "p_test"."teams" AS "t1" LEFT JOIN "p_test"."memberships" AS "t2" ON ("t2"."team_id" OPERATOR(pg_catalog.=) "t1"."id") AND ("t2"."deleted_at" IS NULL) WHERE (("t2"."id" IS NULL) AND ("t1"."id" OPERATOR(pg_catalog.=) "posts"."team_id")) AND ("t1"."deleted_at" IS NULL)))

exists (select 1 from teams cross join countries, memberships m where m.team_id = teams.id)
(EXISTS (SELECT 1 FROM "p_test"."teams" AS "t1" CROSS JOIN "p_test"."countries" AS "t2", "p_test"."memberships" AS "t3" WHERE ("t3"."team_id" OPERATOR(pg_catalog.=) "t1"."id") AND ("t1"."deleted_at" IS NULL) AND ("t3"."deleted_at" IS NULL)))

exists (select 1 from teams where exists (select 1 from memberships where team_id = teams.id and user_id = posts.owner_id))
(EXISTS (SELECT 1 FROM "p_test"."teams" AS "t1" WHERE (EXISTS (SELECT 1 FROM "p_test"."memberships" AS "t2" WHERE (("t2"."team_id" OPERATOR(pg_catalog.=) "t1"."id") AND ("t2"."user_id" OPERATOR(pg_catalog.=) "posts"."owner_id")) AND ("t2"."deleted_at" IS NULL))) AND ("t1"."deleted_at" IS NULL)))

exists (select 1 from teams posts where posts.name = title)
(EXISTS (SELECT 1 FROM "p_test"."teams" AS "t1" WHERE ("t1"."name" OPERATOR(pg_catalog.=) "posts"."title") AND ("t1"."deleted_at" IS NULL)))

exists (select 1 from "odd ""table" where "a ""b""; drop" = title and "select" = 1)
(EXISTS (SELECT 1 FROM "p_test"."odd ""table" AS "t1" WHERE (("t1"."a ""b""; drop" OPERATOR(pg_catalog.=) "posts"."title") AND ("t1"."select" OPERATOR(pg_catalog.=) 1))))

(select is_open from teams limit 1)
((SELECT "t1"."is_open" FROM "p_test"."teams" AS "t1" WHERE ("t1"."deleted_at" IS NULL) LIMIT 1))

status::integer = -null
((("posts"."status"::pg_catalog.text)::pg_catalog.int4) OPERATOR(pg_catalog.=) (OPERATOR(pg_catalog.-) NULL::pg_catalog.numeric))

bytes || '-' = 'x' and born || 'x' = ('a' || 'b')
((("posts"."bytes" OPERATOR(pg_catalog.||) '-'::pg_catalog.text) OPERATOR(pg_catalog.=) 'x') AND (("posts"."born" OPERATOR(pg_catalog.||) 'x'::pg_catalog.text) OPERATOR(pg_catalog.=) ('a'::pg_catalog.text OPERATOR(pg_catalog.||) 'b'::pg_catalog.text)))

code = title and code::int = 1 and code like 'a%'
((("posts"."code"::pg_catalog.text) OPERATOR(pg_catalog.=) "posts"."title") AND ((("posts"."code"::pg_catalog.text)::pg_catalog.int4) OPERATOR(pg_catalog.=) 1) AND (("posts"."code"::pg_catalog.text) OPERATOR(pg_catalog.~~) 'a%'))

nullif(null, quantity) = 1
((CASE WHEN (NULL OPERATOR(pg_catalog.=) "posts"."quantity") THEN NULL::pg_catalog.int4 ELSE NULL END) OPERATOR(pg_catalog.=) 1)
`
  .trim()
  .split('\n\n')
  .map((pair) => pair.split('\n'))
  .map(([source = '', sql = '']) => [source, sql])
