// The program: reads the environment, opens the database, listens, and stops cleanly on SIGTERM. help.ts has its commands.
import { resolve } from 'node:path'
import { createApp } from '#app'
import { startSimulators } from '#modules/simulators/standalone.ts'
import { readSetupState, setupToken } from '#modules/tenancy/accounts/context/first-account.service.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, ConfigError, readConfig } from '#platform/config/config.ts'
import { checkDatabase, checkPort } from '#platform/config/reachable.ts'
import { OperatorError } from '#platform/errors/operator-error.ts'
import { exit } from '#platform/exit/exit.ts'
import { type Stoppable, stopOnSignal } from '#platform/exit/stop-on-signal.ts'
import { inheritedSocket } from '#platform/http/connections/inherited-socket.ts'
import { createLog, type Log, terminalDestination } from '#platform/log/log.ts'
import { checkRotation, openKeys, rotate } from '#platform/master-key/master-key.ts'
import { ensureDataDirectory } from '#platform/postgres/directory/location.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts'
import { admin } from './admin.ts'
import { withDatabase } from './command-database.ts'
import { HELP } from './help.ts'

// Where many connect at once, clients whose connection does not fit try again a second later.
const BACKLOG = 4096
const DRAIN_SECONDS = 5

try {
  await run(process.argv[2])
} catch (error) {
  // A wrong setting or a taken port is for the person at the terminal: a sentence, not a stack.
  const expected =
    error instanceof OperatorError ||
    // Taken since it was tried.
    (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  console.error(expected ? (error as Error).message : error)
  exit(1)
}

async function run(command: string | undefined): Promise<void> {
  switch (command) {
    case undefined:
      return main(readConfig(process.env))
    case 'rotate-master-key':
      return rotateMasterKey(readConfig(process.env))
    case 'admin':
      return runAdmin(process.argv.slice(3))
    case 'simulators':
      return simulators(readConfig(process.env))
    default:
      throw new ConfigError(`There is no command ${command}.\n\n${HELP.trimEnd()}`)
  }
}

async function simulators({ simulatorsPort }: Config): Promise<void> {
  await checkPort('SIMULATORS_PORT', simulatorsPort, '127.0.0.1')
  const { base, close } = await startSimulators(simulatorsPort)
  const stop = () => void close().then(() => exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  console.log(
    `The phone of the simulators is at ${base}/phone. Start the server with ` +
      `PROVIDER_A_BASE_URL=${base}/provider_a and PROVIDER_B_BASE_URL=${base}/provider_b.`,
  )
}

async function rotateMasterKey(config: Config): Promise<never> {
  checkRotation(config)
  const id = await withDatabase(config, (database) => rotate(database, config))
  console.log(
    `The master key is now the one with the id ${id}. Running servers go on, and need it when they start again.`,
  )
  exit(0)
}

async function runAdmin(args: readonly string[]): Promise<never> {
  await admin(args, { config: () => readConfig(process.env), say: console.log })
  exit(0)
}

async function main(config: Config): Promise<void> {
  const terminal = process.stdout.isTTY
    ? terminalDestination((line) => process.stdout.write(line))
    : undefined
  const log = createLog(config.logLevel, terminal)
  const started = start(config, log)
  stopOnSignal({ log, started })
  await started
}

async function start(config: Config, log: Log): Promise<Stoppable> {
  const dataDir = resolve(config.dataDir)
  const fd = inheritedSocket(process.env, process.pid)
  if (fd === undefined) await checkPort('PORT', config.port, config.host)
  if (config.databaseUrl !== undefined) {
    await checkDatabase(config.databaseUrl)
    // Where keys and files are elsewhere, nothing is kept in it.
    if (config.masterKey === undefined || config.s3 === undefined) await ensureDataDirectory(dataDir, false)
  }
  const embedded =
    config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined
  const database = embedded?.connection ?? { connectionString: config.databaseUrl }
  try {
    const keys = await openKeys(database, config)
    const running = await createApp({
      ...{ config, log, clock: systemClock, keys, database, work: true },
      // Stops as if it was told to.
      onOutdated: () => process.kill(process.pid, 'SIGTERM'),
    })
    const address = await running.app.listen(listenOptions(config, fd))
    const base = config.publicUrl ?? address
    log.info(`Msingi is ready at ${base} (docs at ${address}/docs)`)
    const { registration } = await readSetupState(running.platform)
    if (registration === 'setup_token')
      log.info(`Make the first account at ${base}/console/setup#${setupToken(keys)}`)
    const { draining } = running.platform
    return {
      drain: () => draining.begin((config.drainSeconds ?? (config.production ? DRAIN_SECONDS : 0)) * 1000),
      cutShort: () => draining.cutShort(),
      stop: () => running.close().finally(() => embedded?.stop()),
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

// A socket that was handed over comes before the port. Fastify's types do not know of it, and it gives all options to Node.
function listenOptions({ port, host }: Config, fd: number | undefined) {
  return fd === undefined ? { port, host, backlog: BACKLOG } : { ...{ fd }, host, backlog: BACKLOG }
}
