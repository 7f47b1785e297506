// From the command to the first healthy answer: on an empty directory, and on the same data after ends good and bad.
import { join } from 'node:path'
import { readPidFile } from '../../server/src/platform/postgres/processes/pid-file.ts'
import { measureBareDatabase } from './lab/bare-database.ts'
import { addProducts, createProject, signUp } from './lab/client.ts'
import { makeDataDirectory, removeDataDirectory } from './lab/data-directory.ts'
import { median, tellFigure, tellNote } from './lab/figures.ts'
import { type Running, startMsingi, startNode } from './lab/servers.ts'

const RUNS = 3
const FIRST_MS = 6000
const LATER_MS = 2000
const ROWS = 1000

interface Starts {
  readonly first: number
  readonly later: number
  readonly afterKill: number
  /** afterCut is after the end of both the server and PostgreSQL without a warning, as when the power fails. */
  readonly afterCut: number
  /** stop is how long a clean stop takes. */
  readonly stop: number
}

/** benchStarts measures Msingi and what it cannot do without in turn. */
export async function benchStarts(runs: number = RUNS): Promise<void> {
  const ours: Starts[] = []
  const database: { create: number; start: number }[] = []
  const node: number[] = []
  for (let run = 0; run < runs; run++) {
    ours.push(await measureMsingi())
    database.push(await measureBareDatabase())
    node.push(await measureNode())
  }
  const of = (name: keyof Starts) => median(ours.map((starts) => starts[name]))
  const create = median(database.map((each) => each.create))
  const start = median(database.map((each) => each.start))
  const bare = median(node)
  tell('first start to healthy', of('first'), FIRST_MS, create + start + bare)
  tell('later start, after SIGTERM', of('later'), LATER_MS, start + bare)
  tell('later start, after kill -9', of('afterKill'), LATER_MS, start + bare)
  tell('later start, after a power cut', of('afterCut'), LATER_MS, start + bare)
  tellNote(
    `baseline: initdb ${seconds(create)}, start of PostgreSQL ${seconds(start)}, of node:http ${seconds(bare)}`,
  )
  tellNote(`a clean stop takes ${seconds(of('stop'))}`)
}

function tell(name: string, milliseconds: number, target: number, baseline: number): void {
  tellFigure(name, milliseconds / 1000, 's', { max: target / 1000 })
  tellNote(`${(milliseconds / baseline).toFixed(1)} times the baseline of ${seconds(baseline)}`)
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}

async function measureMsingi(): Promise<Starts> {
  const directory = await makeDataDirectory()
  const data = join(directory, 'data')
  // The compile cache is inside as well: a newcomer's first start finds none.
  const environment = { MSINGI_DATA: data, NODE_COMPILE_CACHE: join(directory, 'cache') }
  let last: Running | undefined
  const start = async () => {
    last = await startMsingi(environment)
    return last
  }
  try {
    const first = await start()
    await addSomeData(first)
    const begun = performance.now()
    await first.stop()
    const stop = performance.now() - begun
    const later = await start()
    await addSomeData(later)
    // PostgreSQL outlives this, and the next start must find and stop it first.
    await later.stop('SIGKILL')
    const afterKill = await start()
    await addSomeData(afterKill)
    await afterKill.stop('SIGKILL')
    killPostgres(data)
    const afterCut = await start()
    return {
      first: first.milliseconds,
      later: later.milliseconds,
      afterKill: afterKill.milliseconds,
      afterCut: afterCut.milliseconds,
      stop,
    }
  } finally {
    await last?.stop()
    killPostgres(data)
    await removeDataDirectory(directory)
  }
}

function killPostgres(data: string): void {
  const file = readPidFile(join(data, 'postgres'))
  if (file !== undefined) process.kill(file.pid, 'SIGKILL')
}

async function addSomeData({ base }: Running): Promise<void> {
  const account = await signUp(() => base)
  const { key } = await createProject(account)
  await addProducts(base, key, ROWS)
}

async function measureNode(): Promise<number> {
  const node = await startNode()
  await node.stop()
  return node.milliseconds
}
