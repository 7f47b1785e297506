// How many live changes a second the clients of other languages receive, against the TypeScript client in the same run.
import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { addProducts, type BenchProject, createProject, signUp } from '../lab/client.ts'
import { median, short, tellFigure, tellNote } from '../lab/figures.ts'
import { type Lab, openLab } from '../lab/lab.ts'

const ROUNDS = 5
// So many are on their way at once: with more, the server would close the connection as too slow.
const AHEAD = 1000
const BULK = 250
const TARGET = 0.5
const KINDS = { perSecond: 'a second', perProcessor: 'a second of its processor time' } as const

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const PYTHON = path('../../../clients/python')
const python = (shell: string) => [
  process.env.MSINGI_TEST_PYTHON ?? 'python3',
  `${PYTHON}/bench/changes.py`,
  shell,
]
const CLIENTS = {
  typescript: [process.execPath, '--conditions=msingi-source', path('./live-typescript.ts')],
  PHP: [process.env.PHP_PATH ?? 'php', path('../../../clients/php/bench/changes.php')],
  'Python, blocking': python('blocking'),
  'Python, asyncio': python('asyncio'),
} as const

type Client = keyof typeof CLIENTS

/** Pace is how many changes a second a client has received, and how many it would by the processor time it has used. */
interface Pace {
  readonly perSecond: number
  readonly perProcessor: number
}

/** benchLivePhp measures with so many changes for each client and round. */
export function benchLivePhp(count?: number): Promise<void> {
  return compare(['PHP'], count)
}

/** benchLivePython measures both shells of the Python client; MSINGI_TEST_PYTHON names a Python with its packages. */
export function benchLivePython(count?: number): Promise<void> {
  return compare(['Python, blocking', 'Python, asyncio'], count)
}

async function compare(wanted: readonly Client[], count = 30_000): Promise<void> {
  const clients = wanted.filter(isThere)
  if (clients.length === 0) return
  const lab = await openLab()
  try {
    const project = await createProject(await signUp(() => lab.msingi.base))
    for (const transport of ['websocket', 'sse']) {
      const rounds: Map<Client, Pace>[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const paces = new Map<Client, Pace>()
        for (const client of ['typescript', ...clients] as const)
          paces.set(client, await paceOf(client, lab, project, transport, count))
        rounds.push(paces)
      }
      for (const client of clients) tell(client, transport, rounds)
    }
  } finally {
    await lab.stop()
  }
}

function isThere(client: Client): boolean {
  const [program = ''] = CLIENTS[client]
  const { error } = spawnSync(program, ['--version'])
  if (error !== undefined) tellNote(`${client}: skipped, ${program} cannot be started (${error.message})`)
  return error === undefined
}

function tell(client: Client, transport: string, rounds: readonly ReadonlyMap<Client, Pace>[]): void {
  const of = (one: Client, kind: keyof Pace) => rounds.map((paces) => paces.get(one)?.[kind] ?? Number.NaN)
  for (const [kind, what] of Object.entries(KINDS) as [keyof Pace, string][]) {
    const [theirs, ours] = [of(client, kind), of('typescript', kind)]
    const ratio = median(theirs.map((one, round) => one / (ours[round] ?? Number.NaN)))
    tellFigure(`${client}, ${transport}`, ratio, `of TypeScript's changes ${what}`, { min: TARGET })
    tellNote(`${short(median(theirs))} against ${short(median(ours))}`)
  }
}

async function paceOf(
  client: Client,
  { msingi }: Lab,
  { id, key }: BenchProject,
  transport: string,
  count: number,
): Promise<Pace> {
  const [program, ...args] = CLIENTS[client]
  const child = spawn(
    String(program),
    [...args, msingi.base, id, key, 'products', transport, String(count)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONPATH: `${PYTHON}/src` },
    },
  )
  let written = 0
  let pace: Pace | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) {
      const { seconds, processor } = JSON.parse(line)
      pace = { perSecond: count / seconds, perProcessor: count / processor }
      child.kill()
    } else if (line !== 'live' && Number.isNaN(Number(line))) tellNote(`${client}: ${line}`)
    const received = line === 'live' ? 0 : Number(line)
    while (written < count && written - received < AHEAD)
      written += (await addProducts(msingi.base, key, Math.min(BULK, count - written))).length
  }
  if (pace === undefined) throw new Error(`The client of ${client} has ended before it had received all.`)
  return pace
}
