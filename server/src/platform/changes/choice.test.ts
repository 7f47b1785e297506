// Which way of capture is chosen, by what the database lets its user do.
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { type OpenTestDatabase, openTestDatabase } from '#test/database.ts'
import { clusterOf, quietLog } from '#test/test-database.ts'
import { openChangeFeeds } from './change-feeds.ts'

let database: OpenTestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

async function choose(connection: pg.ClientConfig, capture: 'auto' | 'outbox'): Promise<string> {
  const { clusters, stop } = clusterOf(connection)
  const feeds = await openChangeFeeds({ clusters, clock: systemClock, log: quietLog, capture, retention: 60 })
  const { kind } = feeds.of({ cluster: 'main' }).capture
  await feeds.close()
  await stop()
  return kind
}

test('the log, or the outbox where the settings say so', async () => {
  expect(await choose(database.connection, 'auto')).toBe('log')
  expect(await choose(database.connection, 'outbox')).toBe('outbox')
})

test('the outbox for a user without the right to replicate, the log for one with it', async () => {
  const user = `plain_${database.connection.database?.slice(-12)}`
  await database.query(`create role ${user} login createrole password 'plain'`)
  // As an administrator, it owns what the migrations make.
  await database.query(
    `grant usage on schema msingi to ${user}; grant all on all tables in schema msingi to ${user}`,
  )
  try {
    const connection = { ...database.connection, user, password: 'plain' }
    expect(await choose(connection, 'auto')).toBe('outbox')
    await database.query(`alter role ${user} replication`)
    expect(await choose(connection, 'auto')).toBe('log')
  } finally {
    await database.query(`drop owned by ${user}; drop role ${user}`)
  }
})
