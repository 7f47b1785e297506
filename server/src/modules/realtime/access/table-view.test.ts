// Access checks of many changes are done in turns, and fail with an error if PostgreSQL fails.
import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { compileLiveAccess } from '#engine/access/live-access.ts'
import { compileCondition } from '#engine/conditions/condition.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { Audience } from './audience.ts'
import type { LiveCaller } from './callers.ts'
import { AccessCheckError, checkAccess, type TableView } from './table-view.ts'

beforeAll(loadParser)

const TABLE: TableShape = {
  id: '1',
  schema: 'p',
  slug: 'notes',
  columns: new Map(
    (['body', 'team'] as const).map((name) => [
      name,
      { name, data_type: 'text', required: false, has_default: false, enum_values: [] },
    ]),
  ),
  version: '1',
  read_only: false,
  soft_delete: false,
  owner_column: undefined,
}

function viewOf(source: string): TableView {
  const condition = compileCondition(source, { table: TABLE, findTable: () => undefined })
  const policy = {
    id: '1',
    action: 'select',
    subject: 'authenticated',
    effect: 'allow',
    role_ids: [],
  } as const
  const access = compileLiveAccess(TABLE, [{ ...policy, condition }])
  return { table: TABLE, config: { sends: () => true }, policies: { access } } as unknown as TableView
}

function audienceOf({ policies }: TableView, count: number): Audience<{ caller: LiveCaller }> {
  const audience = new Audience<{ caller: LiveCaller }>()
  audience.arrange(policies.access.indexes)
  for (let n = 0; n < count; n += 1) {
    const actor = { uid: null, email: null, claims: { team: `t${n}` } }
    audience.add({ caller: { kind: 'user', actor, role_ids: [] } as unknown as LiveCaller })
  }
  return audience
}

const changesOf = (count: number, body: string) =>
  Array.from(
    { length: count },
    (_, n) => ({ type: 'INSERT', offset: n, record: { body, team: 't1' } }) as unknown as Change,
  )

const noDatabase = { run: () => Promise.reject(new Error('PostgreSQL must not be asked')) } as never

test('a few changes are checked at once', () => {
  const view = viewOf("team = auth.claim('team')")
  const checked = checkAccess(noDatabase, view, changesOf(3, ''), audienceOf(view, 50))
  expect(checked).toHaveLength(3)
})

test('many costly changes are checked in several turns, and none is left out', async () => {
  const view = viewOf("auth.claim('team') <> left(body, 3) and length(body) > 5")
  const changes = changesOf(200, 'b'.repeat(100_000))
  const done = checkAccess(noDatabase, view, changes, audienceOf(view, 10))
  expect(done).toBeInstanceOf(Promise)
  let turns = 0
  let finished = false
  const counting = (async () => {
    while (!finished) {
      await setImmediate()
      turns += 1
    }
  })()
  const checked = await done
  finished = true
  await counting
  expect(turns).toBeGreaterThanOrEqual(4)
  expect(checked.map(({ change }) => change)).toEqual(changes)
  expect(checked.every(({ row }) => row.callers.size === 10)).toBe(true)
})

test('the error names the table and has the cause', async () => {
  const failing = { run: () => Promise.reject(new AppError('timeout')) } as never
  // Only PostgreSQL can lowercase this letter.
  const view = viewOf("lower(body) = auth.claim('team')")
  const done = checkAccess(failing, view, changesOf(1, 'É'), audienceOf(view, 1))
  const error = await Promise.resolve(done).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AccessCheckError)
  expect(error).toMatchObject({ code: 'timeout', message: expect.stringContaining('notes') })
})
