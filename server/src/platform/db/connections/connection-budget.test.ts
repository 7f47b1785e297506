// The connections of one node, and the room that the server has for them.
import { expect, inject, test } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { serverArguments } from '#platform/postgres/server/settings.ts'
import { CONNECTIONS, connectionsOf, findRoom, fitOwn } from './connection-budget.ts'

test('the embedded server takes all of them with the default pool', () => {
  const cluster = { directory: '/data', name: 'x' } as Parameters<typeof serverArguments>[0]
  const setting = serverArguments(cluster, { host: '/tmp', port: 5432 }).find((argument) =>
    argument.startsWith('max_connections='),
  )
  expect(connectionsOf(8)).toBeLessThan(Number(setting?.slice('max_connections='.length)) - 3)
})

test.each([
  [101, 8, CONNECTIONS.own],
  [97, 8, 97 - connectionsOf(8, 0)],
  [70, 8, 70 - connectionsOf(8, 0)],
  [20, 8, 8],
  [97, 80, 8],
])('of %i connections with a pool of %i, %i are for own logins', (most, poolSize, own) => {
  expect(fitOwn(most, poolSize)).toBe(own)
})

test('is asked of the server itself', async () => {
  expect(await findRoom(inject('server'), 8, createLog('silent'))).toBeLessThanOrEqual(CONNECTIONS.own)
})
