// The JavaScript side of random conditions against PostgreSQL's own answers: where evaluate answers, it is the same.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { JsonRow } from '#engine/shapes/json-row.ts'
import type { ColumnShape } from '#engine/shapes/shape.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { type Condition, type ConditionActor, compileCondition } from './condition.ts'
import { CORNERS } from './corners.fixture.ts'
import { randomCondition } from './generator.fixture.ts'
import { type Random, randomFrom, randomValue } from './samples.fixture.ts'
import { createTables, POSTS, SCHEMA, scopeOf } from './tables.fixture.ts'

const SEED = 20_260_131
const CONDITIONS = 1_200
const ROWS = 60
const BATCH = 100

type Answer = boolean | null | 'error'

const ACTORS: readonly ConditionActor[] = [
  { uid: null, email: null, claims: {} },
  {
    uid: '00000000-0000-4000-8000-000000000001',
    email: 'x@example.com',
    claims: { role: 'admin', level: 7, flag: true, none: null },
  },
  {
    uid: 'ffffffff-ffff-4fff-bfff-ffffffffffff',
    email: 'é😀',
    claims: { role: ['a'], level: 1.5, flag: 'A' },
  },
]

const COLUMNS = [...POSTS.columns.values()]

let database: OpenTestDatabase
let rows: readonly JsonRow[]

beforeAll(async () => {
  await loadParser()
  database = await openTestDatabase()
  await database.query(createTables())
  await database.query("set timezone = 'UTC'")
  await database.query(`alter table ${SCHEMA}.posts add number integer`)
  const random = randomFrom(SEED)
  for (let number = 0; number < ROWS; number += 1) await insertRow(number, random)
  rows = await readRows()
})

afterAll(() => database.drop())

async function insertRow(number: number, random: Random): Promise<void> {
  const values = COLUMNS.map(({ data_type, enum_values }) => randomValue(data_type, enum_values, random))
  const names = COLUMNS.map(({ name }) => quoteIdentifier(name))
  const texts = values.map((value) => (value === undefined ? 'null' : quoteLiteral(value)))
  await database.query(
    `insert into ${SCHEMA}.posts (number, ${names.join(', ')}) values (${number}, ${texts.join(', ')})`,
  )
}

// A row as the server has it from JSON: numbers that JavaScript cannot hold stay text.
async function readRows(): Promise<readonly JsonRow[]> {
  const columns = COLUMNS.map(
    ({ name }) => `to_json(${quoteIdentifier(name)})::text as ${quoteIdentifier(name)}`,
  )
  const { rows: texts } = await database.query(
    `select ${columns.join(', ')} from ${SCHEMA}.posts order by number`,
  )
  return texts.map((row) =>
    Object.fromEntries(COLUMNS.map((column) => [column.name, jsonOf(column, row[column.name])])),
  )
}

function jsonOf({ data_type }: ColumnShape, text: unknown): unknown {
  if (typeof text !== 'string') return null
  const isExact = data_type === 'bigint' || data_type === 'decimal'
  return isExact && String(Number(text)) !== text ? text : JSON.parse(text)
}

async function answersOf(
  actor: ConditionActor,
  sql: readonly string[],
  where: string,
): Promise<readonly (readonly Answer[])[]> {
  const claims = JSON.stringify({ email: actor.email, ...actor.claims })
  await database.query("select set_config('msingi.uid', $1, false), set_config('msingi.claims', $2, false)", [
    actor.uid ?? '',
    claims,
  ])
  const { rows: answers } = await database.query(
    `select array[${sql.join(', ')}]::boolean[] as answers from ${SCHEMA}.posts where ${where} order by number`,
  )
  return answers.map((row) => row.answers as readonly Answer[])
}

// When one of many conditions fails for one of many rows, PostgreSQL tells nothing of the others: they are asked alone.
async function answersInPieces(
  actor: ConditionActor,
  sql: readonly string[],
  where = 'true',
  count = ROWS,
): Promise<readonly (readonly Answer[])[]> {
  try {
    return await answersOf(actor, sql, where)
  } catch (error) {
    if (sql.length > 1) {
      const half = sql.length >> 1
      const left = await answersInPieces(actor, sql.slice(0, half), where, count)
      const right = await answersInPieces(actor, sql.slice(half), where, count)
      return left.map((answers, index) => [...answers, ...(right[index] ?? [])])
    }
    if (count === 1) return [['error']]
    expect(String(error)).toMatch(
      /out of range|division by zero|invalid input syntax|overflow|LIKE pattern|array length/,
    )
    const pieces: (readonly Answer[])[] = []
    for (let number = 0; number < count; number += 1) {
      pieces.push(...(await answersInPieces(actor, sql, `number = ${number}`, 1)))
    }
    return pieces
  }
}

interface Tally {
  same: number
  undecided: number
}

function compare(
  condition: Condition,
  actor: ConditionActor,
  answers: readonly Answer[],
  tally: Tally,
): void {
  rows.forEach((row, index) => {
    const mine = condition.evaluate?.(row, actor)
    if (mine === undefined) {
      tally.undecided += 1
      return
    }
    tally.same += 1
    if (mine === answers[index]) return
    expect.fail(
      `${condition.source}\nSQL ${condition.sql}\nrow ${JSON.stringify(row)}\nactor ${JSON.stringify(actor)}\n` +
        `JavaScript ${mine}, PostgreSQL ${answers[index]}`,
    )
  })
}

async function compareAll(conditions: readonly Condition[]): Promise<Tally> {
  const tally = { same: 0, undecided: 0 }
  for (let start = 0; start < conditions.length; start += BATCH) {
    const batch = conditions.slice(start, start + BATCH)
    for (const actor of ACTORS) {
      const answers = await answersInPieces(
        actor,
        batch.map(({ sql }) => sql),
      )
      batch.forEach((condition, index) => {
        compare(
          condition,
          actor,
          answers.map((row) => row[index] ?? null),
          tally,
        )
      })
    }
  }
  return tally
}

test('in random conditions evaluate gives what PostgreSQL gives', async () => {
  const random = randomFrom(SEED + 1)
  const conditions: Condition[] = []
  while (conditions.length < CONDITIONS) {
    const condition = compileCondition(randomCondition(random), scopeOf(POSTS))
    if (condition.evaluate) conditions.push(condition)
  }
  const { same, undecided } = await compareAll(conditions)
  // Without this the test would also pass if evaluate never answered.
  expect(same / (same + undecided)).toBeGreaterThan(0.9)
})

test('in the corners too', async () => {
  const conditions = CORNERS.map((source) => compileCondition(source, scopeOf(POSTS)))
  expect(conditions.filter(({ evaluate }) => !evaluate).map(({ source }) => source)).toEqual([])
  const { same, undecided } = await compareAll(conditions)
  expect(same / (same + undecided)).toBeGreaterThan(0.8)
})
