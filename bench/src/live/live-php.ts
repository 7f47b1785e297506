// How many live changes a second the PHP client receives, against the TypeScript client in the same run.
import { spawn } from 'node:child_process'
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

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const CLIENTS = {
  typescript: [process.execPath, '--conditions=msingi-source', path('./live-typescript.ts')],
  php: [process.env.PHP_PATH ?? 'php', path('../../../clients/php/bench/changes.php')],
} as const

type Client = keyof typeof CLIENTS

/** Pace is how many changes a second a client has received, and how many it would by the processor time it has used. */
interface Pace {
  readonly perSecond: number
  readonly perProcessor: number
}

/** benchLivePhp measures with so many changes for each client and round. */
export async function benchLivePhp(count = 30_000): Promise<void> {
  const lab = await openLab()
  try {
    const project = await createProject(await signUp(() => lab.msingi.base))
    for (const transport of ['websocket', 'sse']) {
      const rounds: Record<Client, Pace>[] = []
      for (let round = 0; round < ROUNDS; round++)
        rounds.push({
          typescript: await paceOf('typescript', lab, project, transport, count),
          php: await paceOf('php', lab, project, transport, count),
        })
      const middle = (client: Client, kind: keyof Pace) => median(rounds.map((one) => one[client][kind]))
      for (const kind of ['perSecond', 'perProcessor'] as const) {
        const ratio = median(rounds.map(({ php, typescript }) => php[kind] / typescript[kind]))
        const what = kind === 'perSecond' ? 'a second' : 'a second of its processor time'
        tellFigure(`PHP over ${transport}, changes`, ratio, `of TypeScript, ${what}`, { min: TARGET })
        tellNote(`${short(middle('php', kind))} against ${short(middle('typescript', kind))}`)
      }
    }
  } finally {
    await lab.stop()
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
  const child = spawn(program, [...args, msingi.base, id, key, 'products', transport, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
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
