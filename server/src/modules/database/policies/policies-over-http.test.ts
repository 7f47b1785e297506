// The matrix of policies as clients meet it: every action × subject × effect, with and without a condition, asked over
// the data API with real keys and tokens. What is expected comes from a model of policies written down here, which
// knows nothing of how policies are compiled; what has happened is looked up in the table itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const ACTIONS = ['select', 'insert', 'update', 'delete'] as const
const SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role'] as const
// A deny shows against an allow for everybody, and alone against what keys may do anyway.
const EFFECTS = ['allow', 'deny', 'deny over allow'] as const
const CONDITIONS = [undefined, "status = 'open'"] as const
const ACTORS = ['secret', 'publishable', 'owner', 'stranger', 'editor', 'deactivated'] as const

type Action = (typeof ACTIONS)[number]
type Subject = (typeof SUBJECTS)[number]
type Actor = (typeof ACTORS)[number]

/** Cell is one table with its policy. */
interface Cell {
  readonly action: Action
  readonly subject: Subject
  readonly effect: (typeof EFFECTS)[number]
  readonly condition: (typeof CONDITIONS)[number]
}

/** Row is one question: may this actor do this to a row in this state? */
interface Row extends Cell {
  readonly actor: Actor
  readonly status: 'open' | 'closed'
}

const CELLS: readonly Cell[] = ACTIONS.flatMap((action) =>
  SUBJECTS.flatMap((subject) =>
    EFFECTS.flatMap((effect) => CONDITIONS.map((condition) => ({ action, subject, effect, condition }))),
  ),
)

const ROWS: readonly Row[] = CELLS.flatMap((cell) =>
  ACTORS.flatMap((actor) => {
    const statuses = cell.condition === undefined ? (['open'] as const) : (['open', 'closed'] as const)
    return statuses.map((status) => ({ ...cell, actor, status }))
  }),
)

/** The model: whom a subject means. */
const MEMBERS: Record<Subject, readonly Actor[]> = {
  public: ['secret', 'publishable', 'owner', 'stranger', 'editor'],
  authenticated: ['owner', 'stranger', 'editor'],
  owner: ['owner'],
  api_key: ['secret', 'publishable'],
  role: ['editor'],
}

/** The model: whether the actor may. */
function may({ actor, subject, effect, condition, status }: Row): boolean {
  const speaksOf = MEMBERS[subject].includes(actor) && (condition === undefined || status === 'open')
  if (effect === 'deny over allow') return !speaksOf
  if (effect === 'deny') return actor === 'secret' && !speaksOf
  // What secret keys may by default ends once an allow speaks of keys.
  return speaksOf || (actor === 'secret' && subject !== 'api_key')
}

const DONE: Record<Action, number> = { select: 200, insert: 201, update: 200, delete: 204 }

/** The model: what the actor is told. The row is there to be seen, but for where seeing it is the question. */
function expectedStatus(row: Row): number {
  if (row.actor === 'deactivated') return 401
  if (may(row)) return DONE[row.action]
  return row.action === 'select' ? 404 : 403
}

let app: TestApp
let project: TestProject
let credentials: Record<Actor, object>
let people: Record<'owner' | 'deactivated', string>
let roleId: string
/** rows are the ids of the rows that each question is about. */
const rows = new Map<string, string>()

// Hundreds of tables with their policies.
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await invite()
  // A few at a time: each table is a transaction of DDL.
  for (let at = 0; at < CELLS.length; at += 4) await Promise.all(CELLS.slice(at, at + 4).map(build))
}, 300_000)
afterAll(() => app.stop())

async function call(method: string, path: string, body: unknown, options: object = { key: project.secret }) {
  const answer = await app.api(method, path, { ...options, body })
  expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300)
  return answer.data
}

async function invite(): Promise<void> {
  const { id, token, secret, publishable } = project
  const signUp = async (name: string, n: number) => {
    const contacts = { email: `${name}@example.com`, phone: `+25571234567${n}` }
    const body = { ...contacts, password: 'correct horse 1', full_name: name }
    const { user, tokens } = await call('POST', `/projects/${id}/auth/signup`, body)
    return { id: user.id as string, session: { token: tokens.access_token as string } }
  }
  const [owner, stranger] = [await signUp('owner', 1), await signUp('stranger', 2)]
  const [editor, deactivated] = [await signUp('editor', 3), await signUp('deactivated', 4)]
  roleId = (await call('POST', `/projects/${id}/roles`, { name: 'editor' }, { token })).id
  for (const user of [editor, deactivated]) {
    await call('POST', `/projects/${id}/users/${user.id}/roles`, { role_id: roleId })
  }
  await call('PATCH', `/projects/${id}/auth/users/${deactivated.id}`, { is_active: false })
  people = { owner: owner.id, deactivated: deactivated.id }
  credentials = {
    secret: { key: secret },
    publishable: { key: publishable },
    owner: owner.session,
    stranger: stranger.session,
    editor: editor.session,
    deactivated: deactivated.session,
  }
}

/** build makes the table of a cell: first its rows, while the secret key may still write them, then its policies. */
async function build(cell: Cell): Promise<void> {
  const below = `/projects/${project.id}/tables`
  const column = (name: string, data_type: string) => ({ name, data_type })
  const columns = [column('user_id', 'uuid'), column('status', 'string'), column('note', 'string')]
  const body = { name: tableOf(cell), columns }
  const table = await call('POST', below, body, { token: project.token })
  const asked = ROWS.filter((row) => tableOf(row) === tableOf(cell))
  const values = asked.map(({ actor, status }) => ({ user_id: ownerFor(actor), status, note: 'as it was' }))
  const inserted: { id: string }[] = await call('POST', `/data/${tableOf(cell)}`, values)
  asked.forEach((row, n) => void rows.set(nameOf(row), String(inserted[n]?.id)))
  for (const policy of policiesOf(cell)) {
    await call('POST', `${below}/${table.id}/rls`, policy, { token: project.token })
  }
}

function policiesOf({ action, subject, effect, condition }: Cell): object[] {
  const everybody = { subject: 'public', effect: 'allow' }
  const policy = { action, subject, effect: effect === 'allow' ? 'allow' : 'deny', condition }
  return [
    { ...policy, ...(subject === 'role' ? { role_ids: [roleId] } : {}) },
    ...(effect === 'deny over allow' ? [{ ...everybody, action }] : []),
    // Whoever may not see a row is told nothing about it; here the question is what they are told of their write.
    ...(action === 'select' ? [] : [{ ...everybody, action: 'select' }]),
  ]
}

// Were they active, the deactivated user could do all that the owner can: the row is theirs, and they have the role.
function ownerFor(actor: Actor): string {
  return actor === 'deactivated' ? people.deactivated : people.owner
}

function tableOf({ action, subject, effect, condition }: Cell): string {
  const name = `${action}_${subject}_${effect}`.replaceAll(' ', '_')
  return condition === undefined ? name : `${name}_if_open`
}

function nameOf(row: Row): string {
  const end = may(row) && row.actor !== 'deactivated' ? 'may' : 'may not'
  return `${tableOf(row)}: ${row.actor} ${end} (${row.status})`
}

function attempt(row: Row, id: string) {
  const path = `/data/${tableOf(row)}`
  const { actor, status } = row
  const credential = credentials[actor]
  const values = { user_id: ownerFor(actor), status, note: nameOf(row) }
  if (row.action === 'insert') return app.api('POST', path, { ...credential, body: values })
  if (row.action === 'update')
    return app.api('PATCH', `${path}/${id}`, { ...credential, body: { note: 'new' } })
  return app.api(row.action === 'select' ? 'GET' : 'DELETE', `${path}/${id}`, credential)
}

/** happened says by the table itself whether the attempt has had its effect. */
async function happened(row: Row, id: string): Promise<boolean> {
  const table = `p_${project.id.replaceAll('-', '')}.${tableOf(row)}`
  const effect = {
    insert: 'note = $2',
    update: "id = $1 and note = 'new' and $2 <> ''",
    delete: "id = $1 and deleted_at is not null and $2 <> ''",
    select: 'false and id = $1 and note = $2',
  }[row.action]
  const text = `select from ${table} where ${effect} and $1::uuid is not null`
  return (await app.platform.clusters.main.admin.query(text, [id, nameOf(row)])).rowCount === 1
}

test('the matrix is large, and has both outcomes for every actor but one', () => {
  expect(ROWS.length).toBeGreaterThan(1000)
  expect(new Set(ROWS.map(nameOf)).size).toBe(ROWS.length)
  for (const actor of ACTORS) {
    const outcomes = new Set(ROWS.filter((row) => row.actor === actor).map(expectedStatus))
    const all = actor === 'deactivated' ? [401] : [200, 201, 204, 403, 404]
    expect([...outcomes].sort(), actor).toEqual(all)
  }
})

test.each(ROWS.map((row) => [nameOf(row), row] as const))('%s', async (name, row) => {
  const id = String(rows.get(name))
  const answer = await attempt(row, id)
  expect(answer.status, answer.text).toBe(expectedStatus(row))
  const done = answer.status === DONE[row.action]
  if (row.action !== 'select') return expect(await happened(row, id)).toBe(done)
  const list = await app.api('GET', `/data/${tableOf(row)}`, credentials[row.actor])
  if (row.actor === 'deactivated') return expect(list.status).toBe(401)
  expect(list.status).toBe(200)
  expect(list.data.some((one: { id: string }) => one.id === id)).toBe(done)
})
