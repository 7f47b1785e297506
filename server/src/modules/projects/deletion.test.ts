// Deleting projects: out of service at once, undone within the time of grace, removed without remains by a job that
// can be cut off anywhere.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectSocket, connectToken, openStream } from '#modules/realtime/realtime.fixture.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Inhabitant, inhabit, snapshot } from '#test/isolation/inhabitants.ts'
import { startNode } from '#test/nodes.ts'
import { DELETION_STEPS } from './deletion-steps.ts'
import { findRemains, type Places } from './find-remains.ts'

const DAY = 86_400

let app: TestApp
let places: Places
beforeAll(async () => {
  app = await startTestApp({ internalNetworks: ['127.0.0.1/32'] })
  // Where the simulators of the payment providers are reached.
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { clusters, blobs } = app.platform
  places = { main: clusters.main, cluster: clusters.main, blobs }
})
afterAll(() => app.stop())

const remove = (id: string, token: string) => app.api('DELETE', `/projects/${id}`, { token })
const admin = (sql: string, values: unknown[] = []) => app.platform.clusters.main.admin.query(sql, values)

// Names of all tables of the server, with a row in which one of the texts stands.
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await admin(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname in ('platform', 'jobs') or starts_with(n.nspname, 'msingi')) order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await admin(`select from ${name} t where t::text ~ $1 limit 1`, [texts.join('|')])
    if (rowCount === 1) found.push(name)
  }
  return found
}

// What the catalog and the disk hold of all projects together.
// Roles are counted of some projects only: tests beside this one share the server, and so its roles.
async function inventory(projectIds: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of ['class', 'proc', 'type', 'namespace', 'policy', 'largeobject_metadata'])
    counts[name] = Number((await admin(`select count(*) from pg_${name}`)).rows[0].count)
  const listed = await readdir(join(app.platform.config.dataDir, 'objects')).catch(() => [])
  const names = projectIds.flatMap((id) => [projectNames(id).owner, projectNames(id).data])
  const roles = await admin('select from pg_roles where rolname = any($1)', [names])
  return {
    ...counts,
    roles: roles.rowCount ?? 0,
    folders: listed.filter((name) => !name.startsWith('.')).length,
  }
}

describe('a project with one of everything', () => {
  let gone: Inhabitant
  let kept: Inhabitant
  beforeAll(async () => {
    gone = await inhabit(app, 'mine')
    kept = await inhabit(app, 'yours')
    const { schema, owner } = projectNames(gone.projectId)
    await admin(`set role ${owner}; set search_path = ${schema};
      create type mood as enum ('good', 'bad');
      create domain positive as integer check (value > 0);
      create table moods (id integer generated always as identity, mood mood, n positive, at date) partition by range (at);
      create table moods_old partition of moods for values from ('2000-01-01') to ('2020-01-01');
      create materialized view many as select * from moods;
      create view of_many as select * from many;
      create function of_moods(moods) returns mood language sql as 'select ($1).mood';
      create sequence numbers;
      create collation german (provider = icu, locale = 'de');
      reset role; reset search_path;
      do $$ begin execute format('alter large object %s owner to ${owner}', lo_create(0)); end $$`)
  })

  test('is gone without remains, and others keep everything', async () => {
    const before = await snapshot(app, kept)
    expect((await remove(gone.projectId, String(gone.credentials.owner.token))).status).toBe(202)
    await app.platform.jobs.drain()
    expect(await findRemains(places, gone.projectId)).toEqual([])
    const own = [
      'keyID',
      'tableID',
      'bucketID',
      'objectID',
      'fnID',
      'webhookID',
      'jobID',
      'secretID',
      'userID',
    ]
    const ids = own.map((name) => String(gone.ids('/')[name]))
    const texts = [gone.projectId, gone.schema.slice(2), ...ids]
    expect(texts).not.toContain('undefined')
    expect(await tablesWith(texts)).toEqual([
      'jobs.job',
      'platform.audit_log',
      'platform.events',
      'platform.invoices',
    ])
    const { rows } = await admin('select distinct name from jobs.job where data::text ~ $1', [
      texts.join('|'),
    ])
    expect(rows).toEqual([{ name: 'project-delete' }])
    expect(await snapshot(app, kept)).toEqual(before)
    expect((await findRemains(places, kept.projectId)).length).toBeGreaterThan(20)
  })

  test('is announced to its organisation', async () => {
    const { data } = await app.api('GET', '/events/history', gone.credentials.owner)
    expect(data[0]).toMatchObject({ type: 'project.deleted', project_id: gone.projectId })
  })
})

describe('deleting', () => {
  let project: TestProject

  test('makes the project unavailable at once, on every node', async () => {
    project = await app.createProject()
    const node = await startNode(app)
    // Called before, so that the project is in every cache.
    for (const { api } of [app, node])
      expect((await api('GET', '/data/users', { key: project.secret })).status).toBe(200)
    const answer = await remove(project.id, project.token)
    expect(answer.status).toBe(202)
    expect(answer.data).toEqual({
      id: project.id,
      status: 'deleting',
      delete_at: app.clock.now().toISOString(),
    })
    expect((await app.api('GET', '/data/users', { key: project.secret })).status).toBe(401)
    await expect
      .poll(async () => (await node.api('GET', '/data/users', { key: project.secret })).status)
      .toBe(401)
    await node.close()
    const { token } = project
    expect((await app.api('GET', `/projects/${project.id}`, { token })).status).toBe(404)
    expect((await remove(project.id, token)).status).toBe(404)
    for (const status of ['active', 'deleting'])
      expect((await app.api('GET', `/projects?status=${status}`, { token })).data).toHaveLength(
        status === 'active' ? 0 : 1,
      )
    expect((await app.api('POST', `/projects/${project.id}/restore`, { token })).status).toBe(404)
  })

  test('closes live connections with a reason', async () => {
    project = await app.createProject()
    const { port } = app.app.server.address() as { port: number }
    const base = `http://127.0.0.1:${port}`
    await app.api('POST', `/projects/${project.id}/tables`, { token: project.token, body: { name: 'posts' } })
    const { token } = await connectToken(app, project, { key: project.secret }, 'table=posts')
    const socket = await connectSocket(base, token)
    const stream = await openStream(
      `${base}/api/v1/projects/${project.id}/realtime/events?api_key=${project.secret}&table=posts`,
    )
    await remove(project.id, project.token)
    expect(await socket.closed).toMatchObject({ code: 3500 })
    await stream.ended
    await app.platform.jobs.drain()
    const { rows } = await admin('select from pg_publication_tables where schemaname = $1', [
      projectNames(project.id).schema,
    ])
    expect(rows).toEqual([])
  })

  test.each(DELETION_STEPS.map((_, n) => n + 1))(
    'goes on where it was cut off after %i steps',
    async (done) => {
      const { id, token } = await app.createProject()
      await remove(id, token)
      for (const { run } of DELETION_STEPS.slice(0, done)) await run(places, id)
      await app.platform.jobs.drain()
      expect(await findRemains(places, id)).toEqual([])
      expect((await admin('select from platform.projects where id = $1', [id])).rowCount).toBe(0)
    },
  )

  test('does not end while something is left, and is queued again where its job was lost', async () => {
    const { id, token } = await app.createProject()
    await remove(id, token)
    await admin(`delete from jobs.job where data ->> 'id' = $1`, [id])
    await app.platform.jobs.drain()
    expect(await findRemains(places, id)).not.toEqual([])
    await app.upkeep('projects')
    await app.upkeep('projects')
    const { rows } = await admin(`select state from jobs.job where data ->> 'id' = $1`, [id])
    expect(rows).toHaveLength(1)
    await app.platform.jobs.drain()
    expect(await findRemains(places, id)).toEqual([])
  })

  test('shows which step it is at, to members alone', async () => {
    const { id, token } = await app.createProject()
    const stranger = await app.register()
    const listed = async (as: string) =>
      (await app.api('GET', '/projects?status=purging', { token: as })).data
    const holder = await app.platform.clusters.main.admin.connect()
    try {
      await holder.query(`begin; lock table ${projectNames(id).schema}.users in access share mode`)
      await remove(id, token)
      const running = app.platform.jobs.drain()
      const shown = [
        { id, status: 'purging', deletion: { step: 'tables', done: 2, of: DELETION_STEPS.length } },
      ]
      await expect.poll(() => listed(token), { timeout: 20_000 }).toMatchObject(shown)
      expect(await listed(stranger.token)).toEqual([])
      await holder.query('rollback')
      await running
    } finally {
      holder.release(true)
    }
    await app.platform.jobs.drain()
    expect(await listed(token)).toEqual([])
  })

  test('drops a schema of many objects, a few at a time', async () => {
    const { id, token } = await app.createProject()
    const { schema, owner } = projectNames(id)
    await admin(`set role ${owner};
      do $$ begin for n in 1..90 loop
        execute format('create table ${schema}.t%s (id serial primary key, a text unique default now()::text)', n);
        execute format('create view ${schema}.v%s as select * from ${schema}.t%s', n, n);
        execute format('create function ${schema}.f%s(${schema}.t%s) returns text language sql as ''select $1.a''', n, n);
      end loop; end $$; reset role`)
    const largest = watchLocks()
    await remove(id, token)
    await app.platform.jobs.drain()
    expect(await findRemains(places, id)).toEqual([])
    expect(await largest()).toBeLessThan(1000)
  })

  test('leaves catalog and disk as before twenty projects were created', async () => {
    const before = await inventory([])
    const ids: string[] = []
    for (let n = 0; n < 20; n++) {
      const { id, token, secret } = await app.createProject()
      ids.push(id)
      const below = `/projects/${id}`
      await app.api('POST', `${below}/tables`, { token, body: { name: 'notes' } })
      await app.api('POST', `${below}/storage/buckets`, { token, body: { name: 'files' } })
      const put = await app.api('PUT', `${below}/storage/buckets/files/objects/a.txt`, {
        key: secret,
        raw: 'habari',
        headers: { 'content-type': 'text/plain' },
      })
      expect(put.status).toBe(201)
      await remove(id, token)
    }
    await app.platform.jobs.drain()
    expect(await inventory(ids)).toEqual(before)
  })
})

// Counts the locks that a transaction of the deletion holds, whenever one has dropped something.
function watchLocks(): () => Promise<number> {
  let most = 0
  let running = true
  const watching = (async () => {
    while (running) {
      const { rows } = await app.platform.clusters.main.watch.query(
        `select coalesce(max(n), 0)::int as n from (select count(*) as n from pg_locks
           where database = (select oid from pg_database where datname = current_database())
           group by virtualtransaction) as t`,
      )
      most = Math.max(most, rows[0].n)
    }
  })()
  return async () => {
    running = false
    await watching
    return most
  }
}

describe('with days of grace', () => {
  let patient: TestApp
  let project: TestProject
  beforeAll(async () => {
    patient = await startTestApp({ projectGraceDays: 7 })
    project = await patient.createProject()
  })
  afterAll(() => patient.stop())

  const call = (method: string, path: string, token = project.token) => patient.api(method, path, { token })

  test('the project answers as gone, and only the dashboard lists it', async () => {
    const answer = await call('DELETE', `/projects/${project.id}`)
    const delete_at = new Date(patient.clock.now().getTime() + 7 * DAY * 1000).toISOString()
    expect(answer.data).toEqual({ id: project.id, status: 'deleting', delete_at })
    expect((await call('GET', `/projects/${project.id}`)).status).toBe(404)
    expect((await patient.api('GET', '/data/users', { key: project.secret })).status).toBe(401)
    expect((await call('GET', '/projects')).data).toEqual([])
    const [listed] = (await call('GET', '/projects?status=deleting')).data
    expect(listed).toMatchObject({ id: project.id, status: 'deleting', delete_at })
  })

  test('strangers cannot restore it, nor members without the permission', async () => {
    const stranger = await patient.register()
    const path = `/projects/${project.id}/restore`
    expect((await call('POST', path, stranger.token)).status).toBe(404)
    expect((await patient.api('POST', path, { key: project.secret })).status).toBe(403)
    const [organisation] = (await call('GET', '/organisations')).data
    const body = { email: stranger.user.email, role: 'developer' }
    await patient.api('POST', `/organisations/${organisation.id}/members`, { token: project.token, body })
    expect((await call('POST', path, stranger.token)).status).toBe(403)
    expect((await call('POST', `/projects/${crypto.randomUUID()}/restore`)).status).toBe(404)
  })

  test('it can be restored with all its data', async () => {
    patient.clock.advance(6 * DAY)
    await patient.upkeep('projects')
    await patient.platform.jobs.drain()
    const again = await patient.api('POST', '/auth/login', {
      body: { email: (await owner()).email, password: 'correct horse 1' },
    })
    const token = again.data.tokens.access_token
    const answer = await call('POST', `/projects/${project.id}/restore`, token)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).toMatchObject({ id: project.id, status: 'active', delete_at: null })
    expect((await patient.api('GET', '/data/users', { key: project.secret })).status).toBe(200)
    expect((await call('POST', `/projects/${project.id}/restore`, token)).status).toBe(404)
    const { data } = await call('GET', '/audit-logs', token)
    expect(data.map(({ action }: { action: string }) => action)).toContain('projects.restore')
    project = { ...project, token }
  })

  test('and is removed when they are over', async () => {
    await call('DELETE', `/projects/${project.id}`)
    patient.clock.advance(7 * DAY + 1)
    await patient.upkeep('projects')
    await patient.platform.jobs.drain()
    const { clusters, blobs } = patient.platform
    const all = { main: clusters.main, cluster: clusters.main, blobs }
    expect(await findRemains(all, project.id)).toEqual([])
  })

  async function owner(): Promise<{ email: string }> {
    const { rows } = await patient.platform.clusters.main.admin.query(
      'select email from platform.accounts order by created_at limit 1',
    )
    return rows[0]
  }
})
