// Connections of projects' own logins: kept as long as there is room, never taken from a request, never too many.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DataConnection } from '#platform/db/connections/data-connection.ts'
import { FairGate } from '#platform/fairness/fair-gate.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { OwnConnections } from './own-connections.ts'

const MOST = 4

let database: OpenTestDatabase
let connections: OwnConnections

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => connections.close())

function open(bounds: { perProject?: number } = {}): void {
  connections = new OwnConnections({
    login: (role) => ({ ...database.connection, application_name: role }),
    restore: async () => {},
    gate: new FairGate({ places: MOST, waiting: 100, waitMs: 60_000, what: 'requests', ...bounds }),
    most: MOST,
  })
}

const pidOf = async (connection: DataConnection) => {
  const [result] = await connection.run([{ text: 'select pg_backend_pid()' }])
  return String(result?.rows[0]?.[0])
}
const visit = (name: string) => connections.run({ id: name }, name, pidOf)

test('as many projects as there is room for keep their connections, however they take turns', async () => {
  open()
  const names = ['a', 'b', 'c', 'd']
  const first = new Map<string, string>()
  for (const name of names) first.set(name, await visit(name))
  for (let round = 0; round < 5; round++)
    for (const name of names) expect(await visit(name)).toBe(first.get(name))
  expect(connections.open).toBe(MOST)
})

test('one more project takes the connection that was idle for longest, and none that is in use', async () => {
  open()
  const door = Promise.withResolvers<void>()
  const using = connections.run({ id: 'a' }, 'a', async (connection) => {
    await door.promise
    return pidOf(connection)
  })
  const [b, c] = [await visit('b'), await visit('c')]
  await visit('d')
  await visit('e')
  expect(connections.open).toBe(MOST)
  expect(await visit('c')).toBe(c)
  expect(await visit('b')).not.toBe(b)
  door.resolve()
  expect(await using).toMatch(/^\d+$/)
})

test('what is released is closed, at once or when it comes back', async () => {
  open()
  const idle = await visit('a')
  const door = Promise.withResolvers<void>()
  const using = connections.run({ id: 'a' }, 'a', () => door.promise)
  await visit('b')
  connections.release('a')
  door.resolve()
  await using
  expect(connections.open).toBe(1)
  expect(await visit('a')).not.toBe(idle)
})

test('nothing is remembered of projects that are gone, and what they used is closed', async () => {
  open()
  const door = Promise.withResolvers<void>()
  const using = connections.run({ id: 'a' }, 'a', async (connection) => {
    await door.promise
    return pidOf(connection)
  })
  const idle = await visit('b')
  for (const role of ['a', 'b', ...Array.from({ length: 1000 }, (_, n) => `gone ${n}`)])
    connections.release(role)
  expect(connections.roles).toBe(0)
  // One that came back meanwhile has a connection of its own, which the end of the other leaves alone.
  const fresh = await visit('a')
  door.resolve()
  expect(await using).not.toBe(fresh)
  expect(await visit('a')).toBe(fresh)
  expect(await visit('b')).not.toBe(idle)
  expect(connections.roles).toBe(2)
})
