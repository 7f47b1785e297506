// Leaving the shared pool: nothing that runs there as the project outlives it, and no node gets back.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { provisionProject } from '#modules/projects/provision.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { quietLog, testKeys } from '#test/test-database.ts'
import { Cluster } from './cluster.ts'
import { detachFromSharedPool } from './detach-from-shared-pool.ts'
import { ProjectCluster } from './project-cluster.ts'

const SECRET: ActorContext = { kind: 'secret', uid: null, claims: '{}' }
const LOGIN = [{ text: 'select session_user, current_user' }]

let database: OpenTestDatabase
let cluster: Cluster
let otherNode: Cluster
let project: { id: string; own_login: boolean }

beforeAll(async () => {
  database = await openTestDatabase()
  const open = () =>
    new Cluster({
      name: 'main',
      connection: database.connection,
      poolSize: 2,
      keys: testKeys,
      log: quietLog,
    })
  cluster = open()
  otherNode = open()
})
beforeEach(async () => {
  project = { id: randomUUID(), own_login: false }
  await provisionProject(cluster, project.id)
})
afterAll(async () => {
  await Promise.all([cluster.close(), otherNode.close()])
  await database.drop()
})

const everybody = async () => {
  for (const node of [cluster, otherNode]) node.executor.renewShared()
}
const leave = (node = cluster, announce = everybody) =>
  detachFromSharedPool(new ProjectCluster(node, project), project.id, announce)

async function loginOf(node: Cluster, options = {}) {
  const [result] = await node.executor.execute(project, SECRET, LOGIN, options)
  return result?.rows[0]
}

test('a node that has not heard of it is refused by PostgreSQL, and uses the login of the project', async () => {
  const { data } = projectNames(project.id)
  for (const node of [cluster, otherNode]) {
    expect(await loginOf(node)).toEqual([node.gatewayRole, data])
  }
  await leave()
  for (const node of [cluster, otherNode]) {
    expect(await loginOf(node, { check: () => [] })).toEqual([data, data])
    expect(await loginOf(node)).toEqual([data, data])
  }
})

test('a connection that keeps the role is closed, whether its node has heard or not', async () => {
  const { data } = projectNames(project.id)
  // Several packets in a row leave the role on the connection.
  for (const node of [cluster, otherNode]) for (let n = 0; n < 5; n++) await loginOf(node)
  await leave(cluster, async () => {})
  for (const node of [cluster, otherNode]) {
    for (let n = 0; n < 5; n++) {
      const [result] = await node.executor.execute(project, SECRET, LOGIN, { readOnly: true })
      expect(result?.rows[0]).toEqual([data, data])
    }
  }
})

test('the other projects stay', async () => {
  const neighbour = { id: randomUUID(), own_login: false }
  await provisionProject(cluster, neighbour.id)
  await leave()
  const [result] = await cluster.executor.execute(neighbour, SECRET, LOGIN)
  expect(result?.rows[0]?.[0]).toBe(cluster.gatewayRole)
})

test('it may be done twice, and by two at once', async () => {
  await Promise.all([leave(), leave(otherNode)])
  await leave()
  expect((await loginOf(cluster))?.[0]).toBe(projectNames(project.id).data)
})

test.each([
  ['a single packet', {}],
  ['a transaction', { check: () => [] }],
])('it waits for %s that runs as the project', async (_name, options) => {
  const { schema, data } = projectNames(project.id)
  const blocker = new pg.Client(database.connection)
  await blocker.connect()
  await blocker.query(`begin; lock table ${schema}.users in access exclusive mode`)
  const count = [{ text: `select session_user, count(*) from ${schema}.users` }]
  const reading = cluster.executor.execute(project, SECRET, count, options)
  const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and usename = $1 and datname = current_database()`
  await until(async () => (await cluster.admin.query(isWaiting, [cluster.gatewayRole])).rowCount === 1)

  let left = false
  const leaving = leave().then(() => {
    left = true
  })
  const isMember = `select pg_has_role($1::name, $2::name, 'member') as member`
  await until(async () => {
    const { rows } = await cluster.admin.query(isMember, [cluster.gatewayRole, data])
    return rows[0].member === false
  })
  // The role is gone from the gateway, but what had it before still runs.
  expect(left).toBe(false)
  await blocker.query('commit')
  await blocker.end()
  const [result] = await reading
  expect(result?.rows[0]?.[0]).toBe(cluster.gatewayRole)
  await leaving
  expect((await loginOf(cluster))?.[0]).toBe(data)
})

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited in vain')
  }
}
