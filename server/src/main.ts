// The program: reads the environment, opens the database, listens, and stops cleanly on SIGTERM.
import { resolve } from 'node:path'
import { createApp } from '#app'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts'
import { loadMasterKey } from '#platform/crypto/keys.ts'
import { createLog, type Log, terminalDestination } from '#platform/log/log.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts'
import { EmbeddedPostgresError } from '#platform/postgres/embedded-postgres-error.ts'

// Where many connect at once, what does not fit is tried again by the client a second later, whoever's it is.
const BACKLOG = 4096

try {
  await main(readConfig(process.env))
} catch (error) {
  // A wrong setting or a taken port is for the person at the terminal: a sentence, not a stack.
  const expected =
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(expected ? (error as Error).message : error)
  process.exit(1)
}

async function main(config: Config): Promise<void> {
  const terminal = process.stdout.isTTY
    ? terminalDestination((line) => process.stdout.write(line))
    : undefined
  const log = createLog(config.logLevel, terminal)
  const dataDir = resolve(config.dataDir)
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined
  const keys = loadMasterKey(config.masterKey, dataDir)
  const database = embedded?.connection ?? { connectionString: config.databaseUrl }
  try {
    const running = await createApp({ config, log, clock: systemClock, keys, database, work: true })
    stopOnSignal(log, async () => {
      await running.close()
      await embedded?.stop()
    })
    const address = await running.app.listen({ port: config.port, host: config.host, backlog: BACKLOG })
    log.info(`Msingi is ready at ${config.publicUrl ?? address} (docs at ${address}/docs)`)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

const FORCE_MS = 30_000

function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false
  const handle = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info(`${signal}: finishing requests, then stopping`)
    setTimeout(() => process.exit(1), FORCE_MS).unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'could not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}
