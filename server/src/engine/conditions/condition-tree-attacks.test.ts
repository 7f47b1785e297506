// What must never pass: other kinds of expression, names of other things, and nonsense.

import { beforeAll, describe, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { refusalOf } from './tables.fixture.ts'

beforeAll(loadParser)

type Group = readonly [name: string, message: RegExp, ...sources: string[]]

const ATTACKS: readonly Group[] = [
  [
    'kinds of expression outside of the list',
    /not allowed|syntax error|allowed|stands only|no type/,
    '(quantity, title) = (1, title)',
    'row(quantity, title) = row(1, title)',
    'active, hidden',
    "data['a'] is null",
    '(array[1, 2])[1] = 1',
    '(posts).title = title',
    'title collate "C" = title',
    'title collate evil.c = title',
    'current_user = title',
    'session_user = title',
    'user = title',
    'current_role = title',
    'current_catalog = title',
    'current_schema = title',
    'current_time is null',
    'localtimestamp = created_at',
    'current_timestamp(3) = created_at',
    "xmlparse(document '<a/>') is null",
    'xmlelement(name a) is null',
    "json_value(data, '$.a') = 'x'",
    "json_exists(data, '$.a')",
    'json_object() is null',
    'title is json',
    'grouping(title) = 1',
    'array(select id from teams) is null',
    'default',
    'active as x',
    'active order by 1',
    'active limit 1',
    'reset role',
    'set role postgres',
    'drop table posts',
    'active where true',
    '*',
    'posts.* is null',
    'array[array[1]] is null',
    'array[] is null',
  ],
  [
    'names that are not the row’s',
    /unknown|ambiguous|without a schema/,
    'nothing = 1',
    'ctid is null',
    'xmin is null',
    'posts.tableoid is null',
    'oid is null',
    'posts is null',
    'row_to_json = 1',
    'p_test.posts.active',
    'other.p_test.posts.active',
    'pg_class.relname = title',
    'teams.name = title',
    '"Active"',
    '"act""ive"',
    '"active" and "x; drop table posts"',
  ],
  [
    'nonsense',
    /must be true or false|cannot compare|not a valid|not a value|there is no|mixes|json|plainly|backslash|takes an array|cannot order|beyond/,
    'title',
    'quantity',
    'quantity + 1',
    "'x' || title",
    'not quantity',
    'active and title',
    'quantity = title',
    'owner_id = auth.email()',
    "owner_id = auth.claim('sub')",
    "owner_id = 'me'",
    "quantity = 'many'",
    'quantity = 9999999999::int2',
    "small = '40000'",
    "created_at > 'now'",
    "created_at > 'yesterday'",
    "created_at > '2026-02-30'",
    "born = '2026-13-01'",
    "opens = '25:00'",
    "pause > 'soon'",
    "status = 'publishd'",
    "status in ('draft', 'gone')",
    "active = 'maybe'",
    "data @> '{a: 1}'",
    "raw = '{}'",
    'raw = data',
    'raw is not distinct from raw',
    'title + 1 = 2',
    "created_at - '1 day' > now()",
    'score % 2 = 1',
    "title like 'x\\'",
    'quantity like 1',
    'case when active then 1 else title end = 1',
    'coalesce(active, quantity) is null',
    'quantity in (1, true)',
    'quantity = any(1)',
    'greatest(raw, raw) is null',
    'quantity = 0x1fffffffff',
    `quantity = ${'9'.repeat(200)}`,
    'price > 1e9999',
  ],
]

describe.each(ATTACKS.map(([name, message, ...sources]) => ({ name, message, sources })))(
  '$name',
  ({ message, sources }) => {
    test.each(sources)('%j is refused', (source) => {
      const refusal = refusalOf(source)
      expect(refusal).toBeInstanceOf(SqlError)
      expect(refusal?.message).toMatch(message)
    })
  },
)
