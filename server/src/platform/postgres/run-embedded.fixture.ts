// Runs only the embedded PostgreSQL. Prints where it runs, and stops it when stdin ends; with `leave` it ends at once,
// without stopping the server.
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts'

type Argument = { dataDir: string; systemDir: string; leave?: boolean }

const { leave, ...options } = JSON.parse(process.argv[2] ?? '{}') as Argument
const quiet = () => undefined
try {
  const server = await startEmbeddedPostgres({
    ...options,
    log: { info: quiet, warn: quiet, error: quiet },
    settings: { fsync: 'off' },
  })
  const { connection, dataDirectory } = server
  process.stdout.write(`${JSON.stringify({ connection, dataDirectory })}\n`)
  if (!leave) process.stdin.resume().once('close', () => server.stop())
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`)
}
