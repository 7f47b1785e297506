// What logs, figures, usage, limits, quotas and the audit cost a GET by id, of everything else that the server does for it.
// Nothing can be turned off, so the server's own profile says it: what took how much of the processor time.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp } from '../lab/client.ts'
import { timeByFile } from '../lab/cpu-profile.ts'
import { tellFigure, tellNote } from '../lab/figures.ts'
import { openLab } from '../lab/lab.ts'
import { load } from '../lab/load.ts'
import { setStage } from '../lab/stage.ts'

const ROWS = 2000
const CONNECTIONS = 32
const WARM_UP = 20_000
const SECONDS = 20
const TARGET = 0.08

const PARTS: Readonly<Record<string, RegExp>> = {
  'request log': /^modules\/request-logs\//,
  figures: /^platform\/(metrics|loop)\//,
  usage: /^(modules\/(usage|billing)|platform\/usage)\/|^platform\/credentials\/last-use/,
  'limits and quotas':
    /^platform\/(plans\/|fairness\/(windows|counts)|http\/routes\/(rate-limits|limit-rules))|^modules\/rate-limits\//,
  audit: /^(platform|modules)\/audit\//,
  'host names': /^platform\/http\/project-hosts|^modules\/domains\//,
}

/** benchOverhead measures for so many seconds, with policies, a key and the request log, as the bench of requests does. */
export async function benchOverhead(seconds: number = SECONDS): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-overhead-'))
  const lab = await openLab({ NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` })
  try {
    const account = await signUp(() => lab.msingi.base)
    const { bare, get } = await setStage(lab, account, ROWS)
    await bare.stop()
    const requests = (until: { seconds: number } | { amount: number }) =>
      load({ base: lab.msingi.base, connections: CONNECTIONS, until, next: get })
    await requests({ amount: WARM_UP })
    const begun = performance.now()
    await requests({ seconds })
    // The profile ends with the server.
    await lab.msingi.stop()
    tell(await timeByFile(folder, performance.now() - begun))
  } finally {
    await lab.stop()
    await rm(folder, { recursive: true })
  }
}

function tell(times: ReadonlyMap<string, number>): void {
  const sumOf = (pattern: RegExp) =>
    [...times].reduce((sum, [file, time]) => sum + (pattern.test(file) ? time : 0), 0)
  const parts = Object.entries(PARTS).map(([name, pattern]) => [name, sumOf(pattern)] as const)
  const on = parts.reduce((sum, [, time]) => sum + time, 0)
  const rest = sumOf(/^/) - on
  tellFigure('logs, figures, usage, limits, audit', on / rest, 'of the rest of a GET by id', { max: TARGET })
  tellNote(parts.map(([name, time]) => `${name} ${((100 * time) / rest).toFixed(1)} %`).join(', '))
}
