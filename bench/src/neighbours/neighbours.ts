// What one project can do to the others: each abuse in turn beside a quiet project, whose times are compared with those
// that it has undisturbed. Controls say what comes of sharing the processors alone.
import { setTimeout as sleep } from 'node:timers/promises'
import { ABUSES } from '../../../server/test/abuse/abuses.ts'
import { type BullyProcess, type Report, startBullies } from '../../../server/test/abuse/bully-process.ts'
import { type Lab, openLab } from '../lab/lab.ts'
import { residentMemory } from '../lab/proc.ts'
import { CONTROLS } from './neighbours-controls.ts'
import type { Sample } from './neighbours-operations.ts'
import { type QuietProcess, startQuiet } from './neighbours-quiet-process.ts'
import { MAX_WORST_MS, type Outcome, tellOutcome, tellSummary, tellUndisturbed } from './neighbours-report.ts'

const SECONDS = 5
const LOOK_MS = 100
// The server counts as frozen when it has answered nothing at all for so long.
const FROZEN_MS = 30_000
const PREPARE_MS = 180_000
const HALT_MS = 60_000
// What an abuse leaves to be done, a statement under way for instance, may go on for a minute.
const RECOVERY_MS = 60_000

interface Stage {
  /** lab is another one, on an empty database, after a server was lost: what ended it may lie in its log and end the next. */
  lab: Lab
  readonly quiet: QuietProcess
  /** undisturbed are all samples from before abuses. */
  readonly undisturbed: Sample[]
  readonly seconds: number
}

/** benchNeighbours measures all abuses, or those that are named, each for so many seconds. */
export async function benchNeighbours(
  seconds: number = SECONDS,
  names: readonly string[] = [],
): Promise<void> {
  for (const name of names)
    if (!ABUSES.some((abuse) => abuse.name === name)) throw new Error(`There is no abuse ${name}.`)
  const quiet = startQuiet()
  const stage: Stage = { lab: await open(), quiet, undisturbed: [], seconds }
  try {
    await quiet.open(stage.lab.msingi.base)
    // The compilers are done with what the quiet project does.
    await sleep(seconds * 1000)
    await quiet.take()
    await calm(stage, 2 * seconds)
    tellUndisturbed(stage.undisturbed)
    const outcomes: Outcome[] = []
    const note = (outcome: Outcome) => {
      outcomes.push(outcome)
      tellOutcome(outcome, stage.undisturbed)
    }
    for (const control of CONTROLS) note(await measureControl(stage, control))
    const chosen = ABUSES.filter(({ name }) => names.length === 0 || names.includes(name))
    for (const [number, { name, about }] of chosen.entries())
      note(await measureAbuse(stage, number, name, about))
    tellSummary(outcomes, stage.undisturbed)
  } finally {
    quiet.kill()
    await stage.lab.stop()
  }
}

// Bullies have many addresses.
function open(): Promise<Lab> {
  return openLab({ MSINGI_TRUST_PROXY: 'on' })
}

async function calm({ quiet, undisturbed }: Stage, seconds: number): Promise<void> {
  await quiet.take()
  await sleep(seconds * 1000)
  const { samples } = await quiet.take()
  // Beside what an abuse has left behind, nobody is undisturbed.
  const settled = samples.every(({ milliseconds, failed }) => !failed && milliseconds <= MAX_WORST_MS)
  if (settled || undisturbed.length === 0) undisturbed.push(...samples)
}

async function measureControl(
  stage: Stage,
  { name, about, start }: (typeof CONTROLS)[number],
): Promise<Outcome> {
  await calm(stage, stage.seconds / 2)
  const stop = await start(stage.lab.msingi.base)
  const seen = await observe(stage, () => sleep(stage.seconds * 1000))
  stop()
  return { name, about, ...seen, answers: [], prepared: 0, recovery: await recover(stage) }
}

async function measureAbuse(stage: Stage, number: number, name: string, about: string): Promise<Outcome> {
  const { lab, quiet } = stage
  const bullies = startBullies()
  const order = { bully: number, abuse: name, full: true }
  let prepared = 0
  try {
    await bullies.order({ kind: 'open', base: lab.msingi.base, bully: number })
    await inTime(bullies.order({ kind: 'prepare', ...order }))
    prepared = (await quiet.take()).stall
    await calm(stage, stage.seconds / 2)
    let report: Report = {}
    const seen = await observe(stage, async () => {
      report = await commit(bullies, order, stage.seconds)
    })
    bullies.kill()
    const answers = report.statuses ?? []
    return { name, about, ...seen, ...report, answers, prepared, recovery: await recover(stage) }
  } catch (error) {
    bullies.kill()
    const nothing = {
      samples: [],
      stall: 0,
      memory: [0, 0],
      frozen: false,
      ended: false,
      answers: [],
    } as const
    return { name, about, ...nothing, prepared, recovery: await recover(stage), failure: String(error) }
  }
}

function inTime(preparing: Promise<unknown>): Promise<unknown> {
  const late = sleep(PREPARE_MS).then(() => {
    throw new Error(`It was not prepared within ${PREPARE_MS / 1000} s.`)
  })
  // Also where it is not late.
  late.catch(() => {})
  preparing.catch(() => {})
  return Promise.race([preparing, late])
}

async function commit(
  bullies: BullyProcess,
  order: { bully: number; abuse: string; full: boolean },
  seconds: number,
): Promise<Report> {
  const committing = bullies.order({ kind: 'commit', ...order })
  // Also where nobody waits for it any more.
  committing.catch(() => {})
  const early = await Promise.race([committing, sleep(seconds * 1000)])
  if (early) return early
  bullies.stop()
  return (await Promise.race([committing, sleep(HALT_MS)])) ?? {}
}

type Seen = Pick<Outcome, 'samples' | 'stall' | 'memory' | 'frozen' | 'ended'>

// Until what is done is over, or the server is: frozen for too long, or ended.
async function observe({ lab, quiet }: Stage, work: () => Promise<unknown>): Promise<Seen> {
  const { pid } = lab.msingi
  const before = residentMemory(pid) ?? Number.NaN
  let peak = before
  let over = false
  let frozen = false
  const working = work().finally(() => {
    over = true
  })
  while (!over && !frozen && !lab.msingi.ended()) {
    await Promise.race([working, sleep(LOOK_MS)])
    peak = Math.max(peak, residentMemory(pid) ?? 0)
    frozen = (await quiet.stall()) > FROZEN_MS
  }
  // A freeze that outlasts what caused it is one all the same.
  while (!frozen && !lab.msingi.ended() && (await quiet.stall()) > 1000) {
    await sleep(LOOK_MS)
    frozen = (await quiet.stall()) > FROZEN_MS
  }
  return { ...(await quiet.take()), memory: [before, peak], frozen, ended: lab.msingi.ended() }
}

/** recover waits until the quiet project is served as usual, and returns the milliseconds; a lost server is replaced. */
async function recover(stage: Stage): Promise<number | 'restarted'> {
  const { lab, quiet, undisturbed } = stage
  const started = performance.now()
  const usual = Math.max(MAX_WORST_MS, ...undisturbed.map(({ milliseconds }) => milliseconds))
  while (performance.now() - started < RECOVERY_MS && !lab.msingi.ended()) {
    await quiet.take()
    await sleep(1000)
    const { samples } = await quiet.take()
    const served = samples.every(({ milliseconds, failed }) => !failed && milliseconds <= usual)
    if (served && samples.length > 0 && (await healthy(lab.msingi.base)))
      return performance.now() - started - 1000
  }
  await lab.msingi.stop('SIGKILL')
  await lab.stop()
  stage.lab = await open()
  await quiet.open(stage.lab.msingi.base)
  await sleep(2000)
  await quiet.take()
  return 'restarted'
}

async function healthy(base: string): Promise<boolean> {
  const check = (path: string) =>
    fetch(base + path, { signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  return (await check('/healthz')) && (await check('/healthz/realtime'))
}
