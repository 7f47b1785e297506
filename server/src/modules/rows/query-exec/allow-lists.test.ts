// The allow-lists of functions, operators and types against the catalog of the server: whatever PostgreSQL has under an
// allowed name must do nothing but compute a value from its arguments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FUNCTIONS, OPERATORS } from '#engine/sql/expressions/functions.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
const query = async (sql: string, values: unknown[]) =>
  (await app.platform.clusters.main.admin.query(sql, values)).rows

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

// They give another value each time, which harms nobody.
const CHANGING = ['clock_timestamp', 'gen_random_uuid', 'random']

// Of PostgreSQL 16.
const NEWER = ['any_value']

// A name that stands for an encoding, a weight, and what no query can come by.
const HARMLESS = [
  'length(bytea,name)',
  'max(oid)',
  'max(pg_lsn)',
  'min(oid)',
  'min(pg_lsn)',
  'setweight(tsvector,"char")',
  'setweight(tsvector,"char",text[])',
]

const names = [...FUNCTIONS.keys()]

test('every allowed function is one of PostgreSQL', async () => {
  const rows = await query(
    `select distinct proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname = any($1)`,
    [names],
  )
  const known = new Set(rows.map(({ proname }) => proname))
  expect(names.filter((name) => !known.has(name) && !NEWER.includes(name))).toEqual([])
})

test('no overload of an allowed function does more than compute', async () => {
  const rows = await query(
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = 'pg_catalog'::regnamespace and proname = any($1)
     and (prosecdef or prokind = 'p' or (provolatile = 'v' and proname <> all($2))
       or prolang not in (select oid from pg_language where lanname in ('internal', 'sql')))`,
    [names, CHANGING],
  )
  expect(rows).toEqual([])
})

test('no overload takes or gives what names an object of the database, or a query', async () => {
  const rows = await query(
    `select p.oid::regprocedure::text as name from pg_proc p
     where pronamespace = 'pg_catalog'::regnamespace and proname = any($1) and exists (
       select from unnest(p.proargtypes::oid[] || p.prorettype) t where t::regtype::text = any($2))
     order by 1`,
    [
      names,
      `regclass regproc regprocedure regoper regoperator regtype regrole regnamespace regdictionary regcollation oid xml
       refcursor internal cstring pg_snapshot txid_snapshot pg_lsn aclitem "char" name`.split(/\s+/),
    ],
  )
  expect(rows.map(({ name }) => name).filter((name) => !HARMLESS.includes(name))).toEqual([])
})

test('kinds are as the list says', async () => {
  const rows = await query(
    `select proname, array_agg(distinct prokind::text || proretset::text) as kinds from pg_proc
     where pronamespace = 'pg_catalog'::regnamespace and proname = any($1) group by 1`,
    [names],
  )
  const allowed = {
    plain: ['ffalse'],
    aggregate: ['afalse'],
    window: ['wfalse', 'afalse'],
    set: ['ftrue', 'ffalse'],
  }
  const wrong = rows.filter(({ proname, kinds }) => {
    const { kind } = FUNCTIONS.get(proname) as { kind: keyof typeof allowed }
    return kinds.some((one: string) => !allowed[kind].includes(one))
  })
  expect(wrong).toEqual([])
})

test('no allowed operator does more than compute', async () => {
  const rows = await query(
    `select o.oid::regoperator::text as name from pg_operator o join pg_proc p on p.oid = o.oprcode
     where o.oprnamespace = 'pg_catalog'::regnamespace and o.oprname = any($1)
     and (p.provolatile = 'v' or p.prosecdef or p.prolang not in (select oid from pg_language where lanname in ('internal', 'sql')))`,
    [[...OPERATORS]],
  )
  expect(rows).toEqual([])
  const known = await query(
    `select distinct oprname from pg_operator where oprnamespace = 'pg_catalog'::regnamespace and oprname = any($1)`,
    [[...OPERATORS]],
  )
  expect(known.length).toBe(OPERATORS.size)
})
