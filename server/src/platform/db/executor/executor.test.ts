// The executor under what goes wrong: identities that must not stay behind, statements that were never prepared,
// connections that break, and projects by the hundred on few connections.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { provisionProject } from '#modules/projects/provision.ts'
import { Cluster } from '#platform/db/clusters/cluster.ts'
import { AffinityPool } from '#platform/db/pools/affinity-pool.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { quietLog, testKeys } from '#test/test-database.ts'
import type { ActorContext } from './actor-context.ts'

const SECRET: ActorContext = { kind: 'secret', uid: null, claims: '{}' }
const AMINA: ActorContext = { kind: 'user', uid: randomUUID(), claims: '{"email":"amina@example.com"}' }
const WHO = { text: 'select current_user, auth.kind(), auth.uid(), auth.email(), auth.action()' }

let database: OpenTestDatabase
let cluster: Cluster
const open = (poolSize: number) =>
  new Cluster({ name: 'main', connection: database.connection, poolSize, keys: testKeys, log: quietLog })

const projects = Array.from({ length: 4 }, () => ({ id: randomUUID(), own_login: false }))
const [first, second] = projects as [(typeof projects)[0], (typeof projects)[0]]

beforeAll(async () => {
  database = await openTestDatabase()
  cluster = open(1)
  for (const { id } of projects) await provisionProject(cluster, id)
})

afterAll(async () => {
  await cluster.close()
  await database.drop()
})

async function who(project: { id: string; own_login: boolean }, actor: ActorContext, ownLogin = false) {
  const [result] = await cluster.executor.execute(project, actor, [WHO], { ownLogin })
  return result?.rows[0]
}

describe.each([
  ['the shared pool', false],
  ["the project's own login", true],
])('on %s', (_name, ownLogin) => {
  test('each packet has its own identity, and none stays behind', async () => {
    const { data } = projectNames(first.id)
    expect(await who(first, AMINA, ownLogin)).toEqual([data, 'user', AMINA.uid, 'amina@example.com', ''])
    expect(await who(first, SECRET, ownLogin)).toEqual([data, 'secret', null, null, ''])
    expect(await who(second, SECRET, ownLogin)).toEqual([
      projectNames(second.id).data,
      'secret',
      null,
      null,
      '',
    ])
  })

  test('questions of one packet are each asked as who asks them, whoever asked before', async () => {
    const own = { ...first, own_login: ownLogin }
    const juma: ActorContext = { kind: 'user', uid: randomUUID(), claims: '{"word":"magic"}' }
    const actors = [AMINA, SECRET, juma, juma, { ...SECRET, kind: 'publishable' as const }, AMINA]
    const statement = {
      text: `select auth.kind(), auth.uid(), auth.claims() - 'role_ids', $1::text`,
      values: ['x'],
    }
    for (let round = 0; round < 3; round++) {
      const answers = await cluster.executor.ask(
        own,
        actors.map((actor) => ({ actor, statement })),
      )
      expect(answers.map(({ rows }) => rows)).toEqual(
        actors.map(({ kind, uid, claims }) => [[kind, uid, claims.replace(':', ': '), 'x']]),
      )
      expect(await who(second, SECRET)).toEqual([projectNames(second.id).data, 'secret', null, null, ''])
    }
  })

  test('a question that fails leaves nothing behind', async () => {
    const own = { ...first, own_login: ownLogin }
    const questions = [AMINA, SECRET].map((actor) => ({
      actor,
      statement: { text: 'select 1 / (case when auth.uid() is null then 0 else 1 end)' },
    }))
    await expect(cluster.executor.ask(own, questions)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await who(first, SECRET, ownLogin)).toEqual([
      projectNames(first.id).data,
      'secret',
      null,
      null,
      '',
    ])
    expect(await cluster.executor.ask(own, questions.slice(0, 1))).toMatchObject([{ rows: [['1']] }])
  })

  test('an error leaves nothing behind either', async () => {
    const broken = [{ text: 'select 1/0' }]
    await expect(
      cluster.executor.execute(first, AMINA, broken, { action: 'delete', ownLogin }),
    ).rejects.toThrow()
    expect(await who(second, SECRET, ownLogin)).toEqual([
      projectNames(second.id).data,
      'secret',
      null,
      null,
      '',
    ])
  })

  test('a claim with quotes and backslashes arrives as it is, whatever the role has set for itself', async () => {
    const off = `alter role ${projectNames(first.id).data} set standard_conforming_strings = off`
    await database.query(off)
    const email = `o'neil"\\; reset role; --@example.com`
    const actor: ActorContext = { kind: 'user', uid: AMINA.uid, claims: JSON.stringify({ email }) }
    expect((await who(first, actor, ownLogin))?.[3]).toBe(email)
  })
})

test('identities do not mix when keys, kinds, users, failures and transactions share a connection', async () => {
  const actors: ActorContext[] = [SECRET, SECRET, SECRET, { ...SECRET, kind: 'publishable' }, AMINA]
  const rounds = Array.from({ length: 300 }, (_, n) => {
    // Runs of the same identity, so that it is kept, and changes between them.
    const project = projects[Math.floor(n / 20) % projects.length] as typeof first
    const actor = actors[(n * 7 + Math.floor(n / 11)) % actors.length] as ActorContext
    const fails = n % 13 === 0
    const statements = fails ? [WHO, { text: 'select 1/0' }] : [WHO]
    const check = n % 17 === 0 ? { check: () => [] } : {}
    return { project, actor, fails, answer: cluster.executor.execute(project, actor, statements, check) }
  })
  const answers = await Promise.allSettled(rounds.map(({ answer }) => answer))
  answers.forEach((answer, n) => {
    const { project, actor, fails } = rounds[n] as (typeof rounds)[0]
    const outcome = answer.status === 'fulfilled' ? answer.value[0]?.rows[0]?.slice(0, 3) : answer.reason.code
    const itself = [projectNames(project.id).data, actor.kind, actor.uid]
    expect(outcome).toEqual(fails ? 'invalid_input' : itself)
  })
})

test('a kept identity cannot call set_config, and none is kept behind a transaction that failed', async () => {
  for (let n = 0; n < 3; n++) await who(first, SECRET)
  const spoof = [{ text: "select set_config('role', 'none', false)" }]
  await expect(cluster.executor.execute(first, SECRET, spoof)).rejects.toMatchObject({
    code: 'policy_denied',
  })
  const refuse = () => {
    throw new Error('refused')
  }
  await expect(cluster.executor.execute(second, AMINA, [WHO], { check: refuse })).rejects.toThrow('refused')
  expect((await who(second, SECRET))?.slice(0, 3)).toEqual([projectNames(second.id).data, 'secret', null])
  expect((await who(first, SECRET))?.slice(0, 3)).toEqual([projectNames(first.id).data, 'secret', null])
})

test('a statement behind a failed one is prepared again, for whoever waits behind it too', async () => {
  const fails = [{ text: 'select 1/0' }, { text: "select 'prepared late'" }]
  const waits = [{ text: "select 'prepared late'" }]
  const outcomes = await Promise.allSettled([
    cluster.executor.execute(first, SECRET, fails),
    cluster.executor.execute(first, SECRET, waits),
    cluster.executor.execute(first, SECRET, waits),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

test('a statement that no longer fits its table is prepared again, within a transaction too', async () => {
  const { schema, data } = projectNames(first.id)
  const asOwner = (sql: string) => cluster.asOwner(first, (client) => client.query(sql))
  await asOwner(`create table turns (a int); grant select, insert on turns to ${data}`)
  const find = [{ text: `select a from ${schema}.turns where a = $1`, values: ['1'] }]
  await cluster.executor.execute(first, SECRET, find)
  await asOwner('alter table turns alter a type text')
  await cluster.executor.execute(first, SECRET, find, { check: () => [] })
  const [found] = await cluster.executor.execute(first, SECRET, find)
  expect(found?.rows).toEqual([])
})

test('more statements than a connection keeps prepared', async () => {
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 2600; n++) {
      const [result] = await cluster.executor.execute(first, SECRET, [{ text: `select ${n}` }])
      expect(result?.rows[0]?.[0]).toBe(String(n))
    }
  }
  const { rows } = await database.query(
    "select count(*)::int as n from pg_stat_activity where application_name = 'msingi' and datname = current_database()",
  )
  expect(rows[0]?.n).toBeLessThanOrEqual(3)
})

test('what check throws rolls back, and what it returns commits', async () => {
  const insert = { text: `insert into ${projectNames(first.id).schema}.users (full_name) values ('x')` }
  // The data role may not write users: the owner's connection stands in for a table here.
  await cluster.asOwner(first, async (client) => {
    await client.query('create table marks (n int)')
    await client.query(`grant select, insert on marks to ${projectNames(first.id).data}`)
  })
  await expect(cluster.executor.execute(first, SECRET, [insert])).rejects.toMatchObject({
    code: 'policy_denied',
  })
  const marks = `${projectNames(first.id).schema}.marks`
  const mark = (n: number) => ({ text: `insert into ${marks} values (${n})` })
  const refuse = () => {
    throw new Error('refused')
  }
  await expect(cluster.executor.execute(first, SECRET, [mark(1)], { check: refuse })).rejects.toThrow(
    'refused',
  )
  await cluster.executor.execute(first, SECRET, [mark(2)], { check: () => [mark(3)] })
  const [result] = await cluster.executor.execute(first, SECRET, [
    { text: `select n from ${marks} order by n` },
  ])
  expect(result?.rows.map(([n]) => n)).toEqual(['2', '3'])
})

test('a broken connection: reads are sent again, writes end in 503, and the next request connects anew', async () => {
  const kill = () =>
    database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'msingi' and datname = current_database() and usename like 'msingi_gateway%'",
    )
  const reading = cluster.executor.execute(first, SECRET, [{ text: 'select 7 from pg_sleep(1)' }], {
    readOnly: true,
  })
  await untilRunning('select 7 from pg_sleep(1)')
  await kill()
  expect((await reading)[0]?.rows).toEqual([['7']])

  const writing = cluster.executor.execute(first, SECRET, [{ text: 'select pg_sleep(20)' }])
  const refused = expect(writing).rejects.toMatchObject({ code: 'unavailable' })
  await untilRunning('select pg_sleep(20)')
  await kill()
  await refused
  expect((await who(first, SECRET))?.[1]).toBe('secret')
})

// PostgreSQL itself is asked until it says that the statement runs.
async function untilRunning(text: string): Promise<void> {
  for (;;) {
    const { rows } = await database.query(
      "select from pg_stat_activity where query = $1 and state = 'active' and datname = current_database()",
      [text],
    )
    if (rows.length > 0) return
  }
}

test('four packets share a connection, a transaction has it alone', async () => {
  const shared = open(1)
  const order: string[] = []
  const run = (name: string, check?: () => []) =>
    shared.executor
      .execute(first, SECRET, [{ text: `select '${name}'` }], check === undefined ? {} : { check })
      .then(() => order.push(name))
  await Promise.all([run('a'), run('b'), run('alone', () => []), run('c'), run('d')])
  expect(order).toEqual(['a', 'b', 'alone', 'c', 'd'])
  expect(shared.executor.open).toBe(1)
  await shared.close()
})

test('a project spreads over connections by what it has in flight itself, and around one that is held up', async () => {
  const config = () => ({ ...database.connection, application_name: 'spread' })
  const pool = new AffinityPool(config, {
    size: 4,
    depth: 4,
    maxProjects: 1000,
    maxWaiting: 1000,
    waitMs: 60_000,
  })
  const backendOf = (id: string, text = 'select pg_backend_pid()') =>
    pool.share({ id }, async (connection) => (await connection.run([{ text }]))[0]?.rows[0]?.[0])
  const home = await backendOf('one')
  for (let n = 0; n < 20; n++) expect(await backendOf('one')).toBe(home)
  const crowd = await Promise.all(Array.from({ length: 16 }, () => backendOf('one')))
  // All but one, which is for others.
  expect(new Set(crowd).size).toBe(3)

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holding = pool.share({ id: 'one' }, () => held)
  const since = performance.now()
  while (performance.now() - since < 10) await backendOf('somebody else')
  expect(await backendOf('one')).not.toBe(home)
  release()
  await holding
  expect(await backendOf('one')).toBe(home)
  await pool.close()
})

test('a connection that has served many projects is replaced, also when it is never idle', async () => {
  const config = () => ({ ...database.connection, application_name: 'worn' })
  const pool = new AffinityPool(config, {
    size: 1,
    depth: 4,
    maxProjects: 4,
    maxWaiting: 1000,
    waitMs: 60_000,
  })
  const backends = new Set<string>()
  const visit = (n: number) =>
    pool.share({ id: `project ${n}` }, async (connection) => {
      const [result] = await connection.run([{ text: 'select pg_backend_pid()' }])
      backends.add(String(result?.rows[0]?.[0]))
      // The limit and a quarter, and those that were let in at the same moment.
      expect(connection.projects.size).toBeLessThanOrEqual(5 + 4)
    })
  await Promise.all(Array.from({ length: 100 }, (_, n) => visit(n)))
  expect(backends.size).toBeGreaterThanOrEqual(100 / 9)
  await pool.close()
})

test('identities do not mix among packets in flight', async () => {
  const users = Array.from(
    { length: 200 },
    () => ({ kind: 'user', uid: randomUUID(), claims: '{}' }) as const,
  )
  const answers = await Promise.all(
    users.map((actor, n) =>
      cluster.executor.execute(projects[n % projects.length] as typeof first, actor, [WHO]),
    ),
  )
  answers.forEach(([result], n) => {
    const { data } = projectNames((projects[n % projects.length] as typeof first).id)
    expect(result?.rows[0]?.slice(0, 3)).toEqual([data, 'user', users[n]?.uid])
  })
})
