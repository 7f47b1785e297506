// The SQL of what a column's type is made of, from PostgreSQL's catalog: no name of a type says that.
import type pg from 'pg'
import { transaction } from '#platform/db/transaction.ts'

/** TypeFacts is a type and what it is made of. Ids are PostgreSQL's. */
export interface TypeFacts {
  readonly id: number
  readonly kind: 'array' | 'vector' | 'domain' | 'composite' | 'plain'
  /** of is the type of an array's elements, or what a domain stands on. */
  readonly of: number
  /** delimiter stands between the elements of an array. */
  readonly delimiter: string
  /** fields are a composite type's attributes in their order. */
  readonly fields: readonly { readonly name: string; readonly type: number }[]
}

/** MOST_TYPES bounds how many types the types of one table may be made of. */
export const MOST_TYPES = 2000

// What json_categorize_type does in PostgreSQL, but for casts to json, which would run code of the project.
const FIND = `
with recursive made_of as (
  select unnest($1::oid[]) as id
  union
  select part.id
  from made_of join pg_catalog.pg_type t on t.oid = made_of.id
  cross join lateral (
    select t.typelem as id where t.typelem <> 0
    union all select t.typbasetype where t.typbasetype <> 0
    union all select a.atttypid from pg_catalog.pg_attribute a
      where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ) part
)
select t.oid::int8::float8 as id,
  case when t.typtype = 'd' then 'domain' when t.typtype = 'c' then 'composite'
    when t.typinput = 'pg_catalog.array_in'::regproc then 'array'
    when t.typname in ('int2vector', 'oidvector') and t.oid < 10000 then 'vector'
    else 'plain' end as kind,
  (case when t.typtype = 'd' then t.typbasetype else t.typelem end)::int8::float8 as of,
  coalesce(e.typdelim, ',') as delimiter,
  case when t.typtype = 'c' then coalesce((
    select json_agg(json_build_object('name', a.attname, 'type', a.atttypid::int8) order by a.attnum)
    from pg_catalog.pg_attribute a
    where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped), '[]') else '[]' end as fields
from (select id from made_of limit ${MOST_TYPES + 1}) found
join pg_catalog.pg_type t on t.oid = found.id
left join pg_catalog.pg_type e on e.oid = t.typelem`

// Others wait meanwhile.
const PATIENCE = `set local statement_timeout = '2s'`

/** findTypes returns the facts of types and of all that they are made of; at most one more than MOST_TYPES. */
export function findTypes(pool: pg.Pool, ids: readonly number[]): Promise<TypeFacts[]> {
  return transaction(pool, async (client) => {
    await client.query(PATIENCE)
    return (await client.query<TypeFacts>(FIND, [ids])).rows
  })
}
