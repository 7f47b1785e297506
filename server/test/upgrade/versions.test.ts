// Versions beside each other on one database. There is no released version yet: two levels are made of injected steps. Once there is
// one, its tag as a worktree belongs here.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { clusterMigrations } from '#migrations/cluster/cluster-migrations.ts'
import { platformMigrations } from '#migrations/platform/platform-migrations.ts'
import { contract } from '#platform/db/migrations/levels.ts'
import { createLog } from '#platform/log/log.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { startNode } from '#test/nodes.ts'

const present = { platform: platformMigrations, cluster: clusterMigrations, level: 1 }
const expanding = {
  ...present,
  platform: { ...platformMigrations, '9001-wider': ['alter table platform.projects add column wider int'] },
  level: 2,
}
const contracting = {
  ...expanding,
  platform: {
    ...expanding.platform,
    '9002-narrower': contract(2, ['alter table platform.projects drop column wider']),
  },
}

let app: TestApp
let outdated = 0
beforeAll(async () => {
  app = await startTestApp({}, { log: createLog('silent'), onOutdated: () => outdated++ })
})
afterAll(() => app.stop())

test('a version works beside the next one, which removes nothing until it has ended', async () => {
  const account = await app.register()
  const node = await startNode(app, {}, { migrations: expanding })
  const create = (name: string) => app.api('POST', '/projects', { ...account, body: { name } })
  expect((await create('Duka')).status).toBe(201)
  expect((await node.api('GET', '/projects', account)).data).toHaveLength(1)
  const again = await startNode(app, {}, { migrations: present })
  await again.close()

  const refused = startNode(app, {}, { migrations: contracting })
  await expect(refused).rejects.toThrow('A node of an older version is running (compatibility level 1)')
  expect((await create('Soko')).status).toBe(201)
  expect(outdated).toBe(0)
  await node.close()
})

const HOLDERS = `select pid from pg_locks join pg_database d on d.oid = database
  where datname = current_database() and locktype = 'advisory' and mode = 'ShareLock' and objid = 1 and objsubid = 2`

test('a node that loses its connection is known again', async () => {
  const { admin } = app.platform.clusters.main
  const pids = async () => (await admin.query<{ pid: number }>(HOLDERS)).rows.map(({ pid }) => pid)
  const [before] = await pids()
  await admin.query('select pg_terminate_backend($1)', [before])
  await expect.poll(pids).toEqual([expect.not.toSatisfy((pid) => pid === before)])
})

test('a node does not start where only the schema of the keys needs a higher level', async () => {
  const { admin } = app.platform.clusters.main
  await admin.query(`create schema if not exists msingi_keys;
    create table if not exists msingi_keys.migrations (name varchar(255), timestamp varchar(255), level int);
    insert into msingi_keys.migrations values ('9001-keys', '', 2)`)
  await expect(startNode(app, {}, { migrations: present })).rejects.toThrow('the database needs 2')
  await admin.query(`delete from msingi_keys.migrations where name = '9001-keys'`)
})

test('a node that nobody knew of meanwhile is told once, and one that starts is refused', async () => {
  await app.platform.clusters.main.admin.query(
    `insert into platform.migrations (name, timestamp, level) values ('9002-narrower', '', 2)`,
  )
  const { calls, results } = vi.spyOn(app.platform.clusters.main.admin, 'query').mock
  const readings = () => calls.filter(([sql]) => String(sql).endsWith('from platform.migrations m')).length
  for (const time of [1, 2]) {
    const node = await startNode(app, {}, { migrations: contracting })
    await expect.poll(readings).toBeGreaterThanOrEqual(time)
    await Promise.all(results.map(({ value }) => value))
    await expect.poll(() => outdated).toBe(1)
    await node.close()
  }
  await expect(startNode(app, {}, { migrations: present })).rejects.toThrow(
    'its compatibility level is 1, and the database needs 2',
  )
})
