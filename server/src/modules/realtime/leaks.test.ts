// Random policies, callers and writes on a real table: every subscriber must receive exactly what the data API lets
// the same credential read, before and after each write. Nothing here knows how live changes check access.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { type CallOptions, startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { connectSocket, connectToken, type SocketClient } from './realtime.fixture.ts'

const SEED = 20_261_121
const ROUNDS = 14
const WRITES = 14

const TEAMS = ['red', 'blue', 'é']
const CONDITIONS: (string | null)[] = [
  null,
  'level > 2',
  'user_id = auth.uid()',
  'auth.uid() = user_id and level < 4',
  "team = auth.claim('team')",
  "team = auth.claim('team') or level = 0",
  "auth.claim('team') = 'red'",
  "lower(team) = auth.claim('team')",
  "level > auth.claim('level')::int",
  '10 / level > 3',
  'exists (select 1 from members where members.team = notes.team and members.user_id = auth.uid())',
  'exists (select 1 from members where members.team = notes.team)',
  'level = (select count(*) from members where members.user_id = auth.uid())',
  "created_at > now() - interval '1 day' and level > 1",
  'email = auth.email() or email is null',
]
const SUBJECTS = ['public', 'authenticated', 'owner', 'api_key', 'role', 'authenticated', 'public']

interface Caller {
  readonly name: string
  readonly credential: CallOptions
  readonly client: SocketClient
}

let app: TestApp
let project: TestProject
let sql: pg.Client
let callers: Caller[]
let users: string[]
let role: string

const random = (() => {
  let state = SEED
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
})()
const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T

async function api(method: string, path: string, body?: unknown) {
  const { status, data, text } = await app.api(method, `/projects/${project.id}${path}`, {
    token: project.token,
    ...(body === undefined ? {} : { body }),
  })
  if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
  return data
}

beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
  await api('POST', '/tables', {
    name: 'members',
    columns: [
      { name: 'user_id', data_type: 'uuid' },
      { name: 'team', data_type: 'text' },
    ],
  })
  await api('POST', '/tables', {
    name: 'notes',
    columns: [
      { name: 'user_id', data_type: 'uuid' },
      { name: 'team', data_type: 'text' },
      { name: 'level', data_type: 'integer' },
      { name: 'email', data_type: 'text' },
    ],
  })
  // Members see their own memberships only, so that subqueries differ from caller to caller.
  await api('POST', '/tables/members/rls', { action: 'select', subject: 'owner' })
  role = (await api('POST', '/roles', { name: 'editor' })).id
  const base = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const made = await Promise.all([
    user({ team: 'red', level: 1 }, false),
    user({ team: 'blue', level: 'x' }, true),
    user({ team: 'é' }, false),
    user({ team: ['red'], level: 3 }, true),
  ])
  users = made.map(({ id }) => id)
  const credentials: [string, CallOptions][] = [
    ...made.map(({ token }, n): [string, CallOptions] => [`user ${n}`, { token }]),
    ['secret', { key: project.secret }],
    ['publishable', { key: project.publishable }],
  ]
  callers = await Promise.all(
    credentials.map(async ([name, credential]) => {
      const { token } = await connectToken(app, project, credential)
      return { name, credential, client: await connectSocket(base, token) }
    }),
  )
  const schema = `p_${project.id.replaceAll('-', '')}`
  sql = new pg.Client({ ...app.platform.clusters.main.adminConfig(), options: `-c search_path=${schema}` })
  await sql.connect()
  await sql.query('insert into members (user_id, team) values ($1, $3), ($1, $4), ($2, $4)', [
    users[0],
    users[1],
    'red',
    'blue',
  ])
})
afterAll(async () => {
  await sql.end()
  await app.stop()
})

async function user(claims: object, isEditor: boolean) {
  const { user: made, token } = await signUp(app, project)
  await api('PATCH', `/auth/users/${made.id}`, { claims })
  if (isEditor) await api('POST', `/users/${made.id}/roles`, { role_id: role })
  return { id: made.id, token }
}

async function setPolicies(): Promise<object[]> {
  for (const { id } of await api('GET', '/tables/notes/rls')) await api('DELETE', `/tables/notes/rls/${id}`)
  const policies = Array.from({ length: random(5) }, () => {
    const subject = pick(SUBJECTS)
    return {
      action: 'select',
      subject,
      effect: random(4) === 0 ? 'deny' : 'allow',
      condition: pick(CONDITIONS),
      ...(subject === 'role' && { role_ids: [role] }),
    }
  })
  for (const policy of policies) await api('POST', '/tables/notes/rls', policy)
  return policies
}

function randomRow() {
  return [
    pick([...users, null]),
    pick(TEAMS),
    random(6),
    pick([null, 'user-1@example.com', 'nobody@example.com']),
  ]
}

// If one policy allows a row and the condition of another raises an error, PostgreSQL fails or not depending on the
// order in which it evaluates them: nothing can be expected of such a row and caller.
const failed = new Set<string>()
const sure = (name: string, heard: readonly Heard[]) => heard.filter(({ id }) => !failed.has(`${name} ${id}`))

/** Which callers can read a row over the data API. */
async function readers(id: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { name, credential } of callers) {
    const { status } = await app.api('GET', `/data/notes/${id}`, credential)
    if (status === 200) found.add(name)
    else if (status !== 404) failed.add(`${name} ${id}`)
  }
  return found
}

interface Heard {
  readonly type: string
  readonly id: string
  readonly old: boolean
}

async function writeAndExpect(expected: Map<string, Heard[]>, ids: string[]): Promise<void> {
  const kind = ids.length === 0 ? 0 : random(4)
  const tell = (names: ReadonlySet<string>, type: string, id: string, old: ReadonlySet<string>) => {
    for (const name of names) expected.get(name)?.push({ type, id, old: old.has(name) })
  }
  if (kind <= 1) {
    const { rows } = await sql.query(
      'insert into notes (user_id, team, level, email) values ($1, $2, $3, $4) returning id',
      randomRow(),
    )
    ids.push(rows[0].id)
    tell(await readers(rows[0].id), 'INSERT', rows[0].id, new Set())
    return
  }
  const id = pick(ids)
  const before = await readers(id)
  if (kind === 2) {
    await sql.query('update notes set user_id = $1, team = $2, level = $3, email = $4 where id = $5', [
      ...randomRow(),
      id,
    ])
    tell(await readers(id), 'UPDATE', id, before)
  } else {
    ids.splice(ids.indexOf(id), 1)
    await sql.query('update notes set deleted_at = now() where id = $1', [id])
    tell(before, 'DELETE', id, new Set())
  }
}

let asked = 1

/** Waits until all writes have reached every client: the log is read, and each client has a later reply. */
async function settle(): Promise<void> {
  const feed = app.platform.changes.of({ cluster: 'main' })
  const table = (await api('GET', '/tables/notes')).id
  asked += 1
  await sql.query('insert into notes (level) values ($1)', [-asked])
  const isMark = () => feed.known(table).at(-1)?.record.level === -asked
  await expect.poll(isMark, { interval: 5 }).toBe(true)
  const id = asked
  for (const { client } of callers) {
    // History is queued behind changes that are still being checked.
    client.send({ id, history: { channel: `project:${project.id}:notes` } })
    await client.next((frame) => frame.id === id)
  }
}

function heardBy({ client }: Caller, from: number): Heard[] {
  return client.frames.slice(from).flatMap(({ push }) => {
    const event = push?.pub?.data
    if (event === undefined || event.record.level < 0) return []
    return [{ type: event.type, id: event.record.id, old: event.old_record !== undefined }]
  })
}

test('every subscriber receives exactly what it is allowed to read', { timeout: 180_000 }, async () => {
  let [delivered, withheld] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const policies = await setPolicies()
    const expected = new Map(callers.map(({ name }): [string, Heard[]] => [name, []]))
    const from = callers.map(({ client }) => client.frames.length)
    const ids: string[] = []
    for (let n = 0; n < WRITES; n++) await writeAndExpect(expected, ids)
    await settle()
    for (const [n, caller] of callers.entries()) {
      const heard = heardBy(caller, from[n] as number)
      const note = `round ${round}, ${caller.name}: ${JSON.stringify(policies)}`
      expect(sure(caller.name, heard), note).toEqual(sure(caller.name, expected.get(caller.name) ?? []))
      delivered += heard.length
      withheld += WRITES - heard.length
    }
  }
  // The test would prove nothing if all events were delivered, or none.
  expect(delivered).toBeGreaterThan(150)
  expect(withheld).toBeGreaterThan(150)
})

test('a client that resumes receives exactly the missed events that it is allowed to read', async () => {
  const feed = app.platform.changes.of({ cluster: 'main' })
  const { address, port } = app.app.server.address() as { address: string; port: number }
  for (let round = 0; round < 6; round++) {
    const policies = await setPolicies()
    const expected = new Map(callers.map(({ name }): [string, Heard[]] => [name, []]))
    await settle()
    const { top: offset, epoch } = feed
    const ids: string[] = []
    for (let n = 0; n < WRITES; n++) await writeAndExpect(expected, ids)
    await settle()
    for (const { name, credential } of callers) {
      const { token, channel } = await connectToken(app, project, credential)
      const subs = { [channel]: { recover: true, offset, epoch } }
      const client = await connectSocket(`http://${address}:${port}`, token, { subs })
      const { recovered, publications = [] } = client.frames[0].connect.subs[channel]
      client.close()
      expect(recovered).toBe(true)
      const events = publications.map(({ data }: any) => ({ push: { pub: { data } } }))
      const replayed = heardBy({ client: { frames: events } } as never, 0)
      const note = `round ${round}, ${name}: ${JSON.stringify(policies)}`
      expect(sure(name, replayed), note).toEqual(sure(name, expected.get(name) ?? []))
    }
  }
})
