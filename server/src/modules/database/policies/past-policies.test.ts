// Policies that read tables past the policies of these: what they let through, what nobody else can do with it, and what changes of
// the schema do to it.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#modules/auth/auth.fixture.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

const MINE = 'board_id in (select board_id from unrestricted(members) where user_id = auth.uid())'
const BOARD = '00000000-0000-4000-8000-00000000000a'

let app: TestApp
let project: TestProject
let amina: SignedUp
let juma: SignedUp
let neema: SignedUp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

beforeEach(async () => {
  project = await app.createProject()
  ;[amina, juma, neema] = [await signUp(app, project), await signUp(app, project), await signUp(app, project)]
  const uuid = (name: string) => ({ name, data_type: 'uuid' })
  await api('POST', '/tables', { name: 'members', columns: [uuid('board_id'), uuid('user_id')] })
  await api('POST', '/tables', {
    name: 'tasks',
    columns: [uuid('board_id'), { name: 'title', data_type: 'text' }],
  })
  for (const { user } of [amina, juma]) await write('members', { board_id: BOARD, user_id: user.id })
  await write('tasks', { board_id: BOARD, title: 'a' })
})

async function ask(method: string, path: string, body?: unknown) {
  return app.api(method, `/projects/${project.id}${path}`, {
    token: project.token,
    ...(body === undefined ? {} : { body }),
  })
}

async function api(method: string, path: string, body?: unknown) {
  const { status, data, text } = await ask(method, path, body)
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return data
}

async function write(table: string, body: object): Promise<string> {
  const { status, data, text } = await app.api('POST', `/data/${table}`, { key: project.secret, body })
  expect(status, text).toBe(201)
  return data.id
}

const allow = (table: string, policy: object) =>
  api('POST', `/tables/${table}/rls`, { action: 'select', subject: 'authenticated', ...policy })
const seen = async (table: string, { token }: SignedUp) =>
  (await app.api('GET', `/data/${table}`, { token })).data.length
const ddl = (sql: string) => ask('POST', '/schema/exec-ddl', { sql })

async function functions(): Promise<string[]> {
  const { rows } = await app.platform.clusters.main.admin.query(
    `select proname from pg_proc where pronamespace = $1::regnamespace and proname like 'unrestricted$%'`,
    [projectNames(project.id).schema],
  )
  return rows.map(({ proname }) => String(proname))
}

test('a plain subquery goes on to see what its caller sees', async () => {
  // Files follow the rows that hold them: a hidden task hides its photo.
  await allow('tasks', { condition: 'board_id in (select board_id from members)' })
  expect([await seen('tasks', amina), await seen('tasks', neema)]).toEqual([0, 0])
  await allow('members', { subject: 'owner' })
  expect([await seen('tasks', amina), await seen('tasks', neema)]).toEqual([1, 0])
  await allow('members', { condition: MINE })
  expect([await seen('members', amina), await seen('members', neema)]).toEqual([2, 0])
})

test('soft-deleted rows stay hidden, and no answer is kept', async () => {
  await allow('members', { condition: MINE })
  await allow('tasks', { condition: MINE })
  expect([await seen('members', juma), await seen('tasks', juma)]).toEqual([2, 1])
  const { data } = await app.api('GET', `/data/members?user_id=eq.${juma.user.id}`, { key: project.secret })
  await app.api('DELETE', `/data/members/${data[0].id}`, { key: project.secret })
  expect([await seen('members', juma), await seen('tasks', juma)]).toEqual([0, 0])
  expect([await seen('members', amina), await seen('tasks', amina)]).toEqual([1, 1])
  await write('members', { board_id: BOARD, user_id: juma.user.id })
  expect([await seen('members', juma), await seen('tasks', juma)]).toEqual([2, 1])
})

test('deleted rows and the tables of the server are decided alike', async () => {
  const known = 'exists (select 1 from unrestricted(users) u where u.id = auth.uid() and u.email is not null)'
  await allow('tasks', { condition: known })
  expect([await seen('tasks', juma), await seen('tasks', neema)]).toEqual([1, 1])
  const together =
    'exists (select 1 from unrestricted(members) m, unrestricted(tasks) t where m.user_id = auth.uid() ' +
    'and m.board_id = tasks.board_id and t.title = tasks.title and t.board_id = m.board_id)'
  await allow('tasks', { action: 'delete', condition: together })
  const { data } = await app.api('GET', '/data/tasks', { token: juma.token })
  const remove = (user: SignedUp) => app.api('DELETE', `/data/tasks/${data[0].id}`, { token: user.token })
  expect([(await remove(neema)).status, (await remove(juma)).status]).toEqual([403, 204])
  const deleted = async ({ token }: SignedUp) =>
    (await app.api('GET', '/data/tasks?deleted=only', { token })).data.length
  // The task that had this title is deleted, and so not there to be read.
  expect([await deleted(juma), await deleted(neema)]).toEqual([0, 0])
  await write('tasks', { board_id: BOARD, title: 'a' })
  expect([await deleted(juma), await deleted(neema)]).toEqual([1, 0])
})

test('refusals say how to read past policies', async () => {
  const hint =
    /write unrestricted\(…\), such as board_id in \(select board_id from unrestricted\(members\) where user_id = auth\.uid\(\)\)/
  for (const condition of [
    'board_id in (select board_id from members where user_id = auth.uid())',
    'board_id in (select my_boards())',
    'exists (select 1 from my_boards())',
  ]) {
    const { status, text } = await ask('POST', '/tables/members/rls', {
      action: 'select',
      subject: 'authenticated',
      condition,
    })
    expect([status, text]).toEqual([400, expect.stringMatching(hint)])
  }
  await api('POST', '/schema/views', { name: 'boards', definition: 'select board_id from tasks' })
  const { text } = await ask('POST', '/tables/members/rls/check', {
    condition: 'board_id in (select board_id from unrestricted(boards))',
  })
  expect(text).toContain('is a view, which has no policies')
})

test('explain and advice tell of it', async () => {
  await allow('tasks', { condition: MINE })
  await allow('tasks', { subject: 'public', condition: "title = 'x'" })
  const question = {
    action: 'select',
    row: { board_id: BOARD, title: 'a' },
    user: { id: amina.user.id },
  }
  const explained = await api('POST', '/tables/tasks/rls/explain', question)
  expect(explained.allowed).toBe(true)
  expect(explained.policies.map((policy: { unrestricted: string[] }) => policy.unrestricted)).toEqual([
    ['members'],
    [],
  ])
  const advice = await api('GET', '/advice')
  expect(advice.filter(({ code }: { code: string }) => code === 'policies_read_past_policies')).toMatchObject(
    [
      {
        what: 'Policies of tasks read members past the policies there.',
        where: { table: 'tasks', reads: ['members'] },
      },
    ],
  )
})

test('renames reach what policies read past policies', async () => {
  await allow('members', { condition: MINE })
  await allow('tasks', { condition: MINE })
  const { data } = await app.api('GET', '/data/tasks', { key: project.secret })
  const row = data[0].id
  const works = async (members: string, tasks: string) => {
    expect([await seen(members, juma), await seen(members, neema)]).toEqual([2, 0])
    expect([await seen(tasks, juma), await seen(tasks, neema)]).toEqual([1, 0])
    const question = {
      action: 'select',
      row_id: row,
      user: { id: juma.user.id },
    }
    expect((await api('POST', `/tables/${tasks}/rls/explain`, question)).allowed).toBe(true)
    expect(await functions()).toHaveLength(1)
  }
  const [before] = await functions()
  await api('PATCH', '/tables/members', { name: 'people' })
  await api('PATCH', '/tables/people/columns/board_id', { name: 'project_id' })
  await works('people', 'tasks')
  const renamed = await ddl(
    'alter table people rename column user_id to who; alter table people rename to crew',
  )
  expect(renamed.status, renamed.text).toBe(200)
  await api('PATCH', '/tables/tasks', { name: 'chores' })
  await works('crew', 'chores')
  expect((await functions())[0]).not.toBe(before)
  const [policy] = await api('GET', '/tables/chores/rls')
  expect(policy.condition).toBe(
    'board_id in (select "project_id" from unrestricted("crew") where "who" = auth.uid())',
  )
  // Made anew from the renamed text, it is the same function.
  await api('PATCH', `/tables/chores/rls/${policy.id}`, { effect: 'allow' })
  await works('crew', 'chores')
})

test('what a policy reads past policies is kept until the policy is gone', async () => {
  await allow('members', { condition: MINE })
  const policy = await allow('tasks', { condition: MINE })
  expect(await functions()).toHaveLength(1)
  for (const [method, path] of [
    ['DELETE', '/tables/members'],
    ['DELETE', '/tables/members/columns/user_id'],
    ['DELETE', '/tables/members/columns/board_id'],
  ] as const) {
    const { status, text } = await ask(method, path)
    expect([status, text]).toEqual([409, expect.stringMatching(/policies of (members|tasks) \(select\)/)])
  }
  const converted = await ask('PATCH', '/tables/members/columns/user_id', { data_type: 'text' })
  expect(converted.status, converted.text).toBe(409)
  for (const sql of [
    'alter table members drop column user_id',
    'alter table members drop column user_id cascade',
    'alter table members alter column user_id type text',
    'drop table members',
    'drop table members cascade',
  ])
    expect([sql, (await ddl(sql)).status]).toEqual([sql, 409])
  expect([await seen('members', juma), await seen('tasks', juma)]).toEqual([2, 1])
  await api('DELETE', `/tables/tasks/rls/${policy.id}`)
  expect(await functions()).toHaveLength(1)
  // By now only its own policy reads the table.
  expect((await ddl('drop table members')).status).toBe(200)
  expect(await functions()).toEqual([])
})

test('a table with such policies can be dropped, and its policies changed', async () => {
  const policy = await allow('members', { condition: MINE })
  const [first] = await functions()
  await api('PATCH', `/tables/members/rls/${policy.id}`, { condition: `${MINE} and user_id is not null` })
  expect(await functions()).toEqual([first])
  await api('PATCH', `/tables/members/rls/${policy.id}`, {
    condition: MINE.replace('board_id in', 'board_id not in'),
  })
  expect(await functions()).toEqual([first])
  await api('PATCH', `/tables/members/rls/${policy.id}`, { condition: null })
  expect(await functions()).toEqual([])
  await api('PATCH', `/tables/members/rls/${policy.id}`, { condition: MINE })
  await api('DELETE', '/tables/members')
  expect(await functions()).toEqual([])
})

test('nobody reads past policies but policies', async () => {
  await allow('members', { condition: MINE })
  await allow('tasks', { condition: MINE })
  const [name] = await functions()
  const call = `"${name}"()`
  const names = projectNames(project.id)
  for (const sql of [
    `select ${call}`,
    `select * from ${call}`,
    `select * from ${names.schema}.${call}`,
    'select * from unrestricted(members)',
    'select unrestricted(members) from members',
  ]) {
    for (const credential of [
      { token: neema.token },
      { key: project.publishable },
      { key: project.secret },
    ]) {
      const { status } = await app.api('POST', '/query/exec', { ...credential, body: { sql } })
      expect([sql, [400, 403, 404].includes(status)]).toEqual([sql, true])
    }
  }
  const replaced = `create or replace function ${call} returns setof uuid language sql`
  for (const sql of [
    `create view v as select * from ${call} as f (id)`,
    `create view v as select ${call} as id`,
    `create table t (a uuid default ${call})`,
    `${replaced} as 'select null::uuid'`,
    `drop function ${call}`,
    `drop function ${call} cascade`,
    `alter function ${call} rename to mine`,
    `alter function ${call} security invoker`,
    climb(`alter function ${call} rename to mine`),
    climb(`alter function ${call} volatile`),
    climb(`${replaced} security definer stable parallel safe begin atomic select id from members; end`),
  ]) {
    const { status, text } = await ddl(sql)
    expect([400, 403, 409], `${sql}: ${text}`).toContain(status)
    expect(await functions()).toEqual([name])
    expect([await seen('tasks', juma), await seen('tasks', neema)]).toEqual([1, 0])
  }
  // With the function the policies went as well, so both are made anew.
  expect((await ddl(climb(`drop function ${call} cascade`))).status).toBe(200)
  expect(await functions()).toEqual([name])
  expect([await seen('tasks', juma), await seen('tasks', neema)]).toEqual([1, 0])
  // Whoever may run any SQL as the project's own login learns from it what the policy lets them know, and no more.
  const { main } = app.platform.clusters
  const client = new pg.Client({
    ...main.adminConfig(),
    user: names.data,
    password: main.passwordOf(names.data),
  })
  await client.connect()
  try {
    const call = (sql: string) =>
      client.query(`set msingi.kind = 'user'; set msingi.uid = '${neema.user.id}'; ${sql}`)
    const results = (await call(`select * from ${names.schema}."${name}"()`)) as unknown as pg.QueryResult[]
    expect(results.at(-1)?.rows).toEqual([])
    const rows = (await call(`select * from ${names.schema}.members`)) as unknown as pg.QueryResult[]
    expect(rows.at(-1)?.rows).toEqual([])
  } finally {
    await client.end()
  }
})

/** SQL whose trigger runs a statement as the owner. */
function climb(statement: string): string {
  return `
    create table steps (a text);
    create function climb() returns trigger language plpgsql as $f$ begin execute $s$ ${statement} $s$; return new; end $f$;
    create trigger climb before insert on steps for each row execute function climb();
    insert into steps (a) values ('x')`
}
