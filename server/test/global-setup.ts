// Once per run: a throw-away PostgreSQL with a migrated template, from which each test file clones its database.
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts'
import { bootstrapTestDatabase, quietLog, TEMPLATE, type TestServer } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: TestServer
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.MSINGI_TEST_DATABASE_URL
  const embedded = external === undefined ? await startThrowAway() : undefined
  const server = embedded?.server ?? serverOf(String(external))
  await recreateTemplate(server)
  await bootstrapTestDatabase({ ...server, database: TEMPLATE })
  project.provide('server', server)
  return async () => {
    await embedded?.stop()
  }
}

const MEMORY = '/dev/shm'
const ROOM = 8 * 1024 ** 3

// Hundreds of databases come and go, all in memory where it has room: on a disk they hold up for minutes whatever else
// waits to be written there, the servers of other tests among it.
async function placeForData(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return room > ROOM ? MEMORY : tmpdir()
}

async function startThrowAway() {
  const dataDir = await mkdtemp(join(await placeForData(), 'msingi-test-'))
  // As root, PostgreSQL runs as another user, who must be able to pass.
  await chmod(dataDir, 0o711)
  // Tests lose nothing that matters when the machine fails, so they do not wait for the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log: quietLog, settings })
  const { host, port, user, password } = postgres.connection
  return {
    server: { host, port, user, password },
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function serverOf(url: string): TestServer {
  const { host, port, user, password } = new pg.Client(url)
  return { host, port, user: user ?? 'postgres', password: password ?? '' }
}

async function recreateTemplate(server: TestServer): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE}`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
}
