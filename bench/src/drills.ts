// npm run drills -- neighbours [minutes [seed [abuse …]]], routes, deletion [projects], lists [lists [seed]], packages [packages], or one of the others with [kills [seed]]: what the suite
// does in seconds, for as long as one likes and at full size. It ends with 1 where anything was lost, leaked or refused.
import { ABUSES } from '../../server/test/abuse/abuses.ts'
import { runDrill } from '../../server/test/abuse/drill.ts'
import { describeTally } from '../../server/test/abuse/tally.ts'
import { runConsumersDrill } from './drills/drill-consumers.ts'
import { runDeletionDrill } from './drills/drill-deletion.ts'
import { runPaymentsDrill } from './drills/drill-payments.ts'
import { runListsDrill, runLiveDrill, runPackagesDrill, runRoutesDrill } from './drills/drill-suite.ts'
import { runTriggersDrill } from './drills/drill-triggers.ts'
import { runUploadsDrill } from './drills/drill-uploads.ts'
import { runWebhooksDrill } from './drills/drill-webhooks.ts'
import { megabytes, short } from './lab/figures.ts'
import { openLab } from './lab/lab.ts'
import { residentMemory } from './lab/proc.ts'

const MINUTES = 30
const SHOWN = 40

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const KILLS: Readonly<Record<string, number>> = {
  consumers: 20,
  live: 10,
  webhooks: 5,
  triggers: 5,
  payments: 20,
  uploads: 2,
}
// Of what is not counted in kills or minutes.
const SIZES: Readonly<Record<string, number>> = { deletion: 1000, lists: 5000, packages: 100 }
const DRILLS: Readonly<Record<string, (size: number, seed: number) => Promise<boolean>>> = {
  neighbours: drillNeighbours,
  consumers: runConsumersDrill,
  live: runLiveDrill,
  routes: runRoutesDrill,
  lists: runListsDrill,
  packages: runPackagesDrill,
  webhooks: runWebhooksDrill,
  triggers: runTriggersDrill,
  payments: runPaymentsDrill,
  uploads: runUploadsDrill,
  deletion: runDeletionDrill,
}

const [drill = '', given, seed = '1', ...names] = process.argv.slice(2)
const size = given ?? String(SIZES[drill] ?? KILLS[drill] ?? MINUTES)
const run = DRILLS[drill]
const unknown = names.find((name) => !ABUSES.some((abuse) => abuse.name === name))
if (run === undefined || !(Number(size) > 0) || !Number.isInteger(Number(seed)) || unknown !== undefined) {
  console.error(
    `usage: npm run drills -- neighbours [minutes [seed [abuse …]]] | routes | deletion [projects] | lists [lists [seed]] | packages [packages] | ${Object.keys(KILLS).join('|')} [kills [seed]]`,
  )
  console.error(`abuses: ${ABUSES.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
process.exitCode = (await run(Number(size), Number(seed))) ? 0 : 1

async function drillNeighbours(minutes: number, seed: number): Promise<boolean> {
  console.log(`neighbours: ten bullies and five quiet projects for ${minutes} minutes, seed ${seed}`)
  // Limits by address and key are counted and never met: what is drilled is what holds without them.
  const lab = await openLab({ MSINGI_TRUST_PROXY: 'on' })
  const { base, pid, ended } = lab.msingi
  try {
    const result = await runDrill({
      base,
      ended,
      memory: () => residentMemory(pid),
      milliseconds: minutes * 60_000,
      seed,
      full: true,
      bullies: 10,
      neighbours: 5,
      listeners: 2,
      abuses: names.length > 0 ? names : ABUSES.map(({ name }) => name),
      turn: 5000,
      tell: (line) => console.log(`  ${line}`),
    })
    const { violations, bullies, memory, statuses } = result
    console.log(`abuses: ${(bullies.turns ?? []).map(([name, turns]) => `${name} × ${turns}`).join(', ')}`)
    for (const [name, error] of bullies.failures ?? []) console.log(`  ${name} could not be done: ${error}`)
    console.log(`answers to the bullies: ${describeTally(bullies.statuses ?? [])}`)
    console.log(`answers to the quiet projects: ${describeTally(statuses)}; 503: ${statuses.get(503) ?? 0}`)
    console.log(`${result.written} changes written, ${result.events} events told, ${result.returns} returns`)
    console.log(
      `memory ${megabytes(memory?.middle)} in the middle third, ${megabytes(memory?.last)} in the last, ` +
        `at most ${megabytes(memory?.peak)}; longest stall ${short(result.stall)} ms`,
    )
    for (const violation of violations.slice(0, SHOWN)) console.log(`  VIOLATION ${violation}`)
    if (violations.length > SHOWN) console.log(`  and ${violations.length - SHOWN} more`)
    console.log(violations.length === 0 ? 'passed' : `FAILED: ${violations.length} violations`)
    return violations.length === 0
  } finally {
    // A server that is frozen does not handle SIGTERM.
    await lab.msingi.stop('SIGKILL')
    await lab.stop()
  }
}
