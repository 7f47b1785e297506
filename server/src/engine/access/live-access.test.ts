// Which callers are asked about a row. That the answers are PostgreSQL's is what modules/realtime/leaks.test.ts shows.

import { beforeAll, expect, test } from 'vitest'
import { compileCondition } from '#engine/conditions/condition.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { compileLiveAccess } from './live-access.ts'
import type { Policy } from './policy.ts'
import type { Caller } from './policy-match.ts'

beforeAll(loadParser)

const AMINA = '00000000-0000-4000-8000-00000000000a'
const EDITOR = '00000000-0000-4000-8000-0000000000e0'

const column = (name: string, data_type: ColumnShape['data_type']): [string, ColumnShape] => [
  name,
  { name, data_type, required: false, has_default: false, enum_values: [] },
]
const TABLE: TableShape = {
  id: '1',
  schema: 'p',
  slug: 'notes',
  columns: new Map([
    column('id', 'uuid'),
    column('user_id', 'uuid'),
    column('team', 'text'),
    column('n', 'integer'),
  ]),
  version: '1',
  read_only: false,
  soft_delete: false,
  owner_column: 'user_id',
}

function accessOf(...policies: (Omit<Partial<Policy>, 'condition'> & { condition?: string })[]) {
  return compileLiveAccess(
    TABLE,
    policies.map(({ condition, ...policy }, n) => ({
      id: String(n),
      action: 'select',
      subject: 'authenticated',
      effect: 'allow',
      role_ids: [],
      ...policy,
      condition:
        condition === undefined
          ? undefined
          : compileCondition(condition, {
              table: TABLE,
              findTable: () => ({ ...TABLE, id: '2', slug: 'users' }),
            }),
    })),
  )
}

function user(claims: Record<string, unknown>, ...role_ids: string[]): Caller {
  return { kind: 'user', actor: { uid: AMINA, email: 'a@example.com', claims }, role_ids }
}

const ROW = { id: AMINA, user_id: AMINA, team: 'red', n: 3 }
const deny = { effect: 'deny' } as const

test.each([
  ['nothing', [], []],
  ['everybody', [{}], 'all'],
  ['everybody, by the row alone', [{ condition: 'n = 3' }], 'all'],
  ['nobody, by the row alone', [{ condition: 'n = 4' }], []],
  ['nobody, by a deny for all', [{}, { ...deny, condition: 'n = 3' }], 'none'],
  ['everybody, where a deny is false of the row', [{}, { ...deny, condition: 'n = 4' }], 'all'],
  ['each, where a deny asks who calls', [{}, { ...deny, condition: "auth.claim('x') = 'y'" }], 'check'],
  ['the owner', [{ subject: 'owner' as const }], [{ index: 'uid', value: AMINA }]],
  [
    'the owner, written out',
    [{ condition: 'n > 1 and auth.uid() = user_id' }],
    [{ index: 'uid', value: AMINA }],
  ],
  [
    'a text that a claim must equal',
    [{ condition: "team = auth.claim('team')" }],
    [{ index: 'claim team', value: 'red' }],
  ],
  ['an address', [{ condition: 'auth.email() = team' }], [{ index: 'email', value: 'red' }]],
  ['a role', [{ subject: 'role' as const, role_ids: [EDITOR] }], [{ index: 'role', value: EDITOR }]],
  ['each, by one of two', [{ condition: "team = auth.claim('team') or n = 4" }], 'check'],
  ['each, by another type', [{ condition: "n = auth.claim('n')::int" }], 'check'],
  ['each, where PostgreSQL must be asked', [{ condition: 'exists (select 1 from users)' }], 'check'],
])('asks %s', (_, policies, reach) => {
  expect(
    accessOf(...policies)
      .of(ROW)
      .candidates(),
  ).toEqual(reach)
})

test('a row without an owner is looked up for nobody, one that lacks the column for all', () => {
  const access = accessOf({ subject: 'owner' })
  expect(access.of({ ...ROW, user_id: null }).candidates()).toEqual([])
  expect(access.of({ id: AMINA }).candidates()).toBe('check')
  expect(access.of({ id: AMINA }).decide(user({}))).toBeUndefined()
})

test('an index knows what a caller says, and of whom it cannot know', () => {
  const [index] = accessOf({ condition: "team = auth.claim('team')" }).indexes
  expect(index?.valuesOf(user({ team: 'red' }))).toEqual(['red'])
  expect(index?.valuesOf(user({ team: 7 }))).toEqual(['7'])
  expect(index?.valuesOf(user({}))).toEqual([])
  expect(index?.valuesOf(user({ team: null }))).toEqual([])
  expect(index?.valuesOf(user({ team: ['red'] }))).toBeUndefined()
})

test('callers beyond the work that a row may cost are left to PostgreSQL, and others for another row are not', () => {
  const access = accessOf({ condition: "team like auth.claim('x')" })
  const long = { ...ROW, team: 'a'.repeat(10_000) }
  const decider = access.of(long)
  const verdicts = Array.from({ length: 5_000 }, () => decider.decide(user({ x: '%aaab%' })))
  expect(verdicts[0]).toBe(false)
  expect(verdicts.at(-1)).toBeUndefined()
  expect(decider.spent()).toBeGreaterThan(7_000_000)
  expect(decider.spent()).toBeLessThan(9_000_000)
  expect(access.of(long).decide(user({ x: '%aaab%' }))).toBe(false)
})
