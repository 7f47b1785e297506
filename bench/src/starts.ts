// From the command to the first healthy answer: on an empty directory, on the same data later, and after kill -9.
import { join } from 'node:path'
import { measureBareDatabase } from './bare-database.ts'
import { addProducts, createProject, signUp } from './client.ts'
import { makeDataDirectory, removeDataDirectory } from './data-directory.ts'
import { median, tellFigure, tellNote } from './figures.ts'
import { type Running, startMsingi, startNode } from './servers.ts'

const RUNS = 3
const FIRST_MS = 6000
const LATER_MS = 2000
const ROWS = 1000

interface Starts {
  readonly first: number
  readonly later: number
  readonly afterKill: number
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
  // The compile cache is inside as well: a newcomer's first start finds none.
  const environment = { MSINGI_DATA: join(directory, 'data'), NODE_COMPILE_CACHE: join(directory, 'cache') }
  let msingi: Running | undefined
  const start = async () => {
    msingi = await startMsingi(environment)
    return msingi.milliseconds
  }
  const stop = async (signal?: NodeJS.Signals) => {
    const begun = performance.now()
    await msingi?.stop(signal)
    return performance.now() - begun
  }
  try {
    const first = await start()
    await addSomeData(msingi as unknown as Running)
    const stopped = await stop()
    const later = await start()
    await addSomeData(msingi as unknown as Running)
    // PostgreSQL outlives this, and the next start must find and stop it first.
    await stop('SIGKILL')
    const afterKill = await start()
    return { first, later, afterKill, stop: stopped }
  } finally {
    await stop()
    await removeDataDirectory(directory)
  }
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
