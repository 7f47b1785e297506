// npm run bench [-- name [size [more …]]]: one of BENCHES, or all. Every figure stands beside a baseline that is measured in the
// same run, since absolute figures move from machine to machine. Figures are printed, not asserted.
import { availableParallelism, loadavg } from 'node:os'
import { benchCapture } from './capture.ts'
import { benchConsole } from './console/console.ts'
import { benchFunctions } from './functions/functions.ts'
import { benchLive } from './live/live.ts'
import { benchLivePhp, benchLivePython } from './live/live-languages.ts'
import { benchNeighbours } from './neighbours/neighbours.ts'
import { benchPayments } from './payments.ts'
import { benchProjects } from './projects.ts'
import { benchQuestions } from './questions.ts'
import { benchCredentials } from './requests/credentials.ts'
import { benchGraphql } from './requests/graphql.ts'
import { benchLimits } from './requests/limits.ts'
import { benchMemberships } from './requests/memberships.ts'
import { benchOverhead } from './requests/overhead.ts'
import { benchPages } from './requests/pages.ts'
import { benchPlans } from './requests/plans.ts'
import { benchQueries } from './requests/queries.ts'
import { benchRequests } from './requests/requests.ts'
import { benchSignIns } from './requests/sign-ins.ts'
import { benchWarmth } from './requests/warmth.ts'
import { benchSoak } from './soak.ts'
import { benchStarts } from './starts.ts'
import { benchStorage } from './storage.ts'
import { benchWebhooks } from './webhooks.ts'

const BENCHES: Record<string, (size: number | undefined, more: readonly string[]) => Promise<void>> = {
  starts: benchStarts,
  warmth: benchWarmth,
  requests: benchRequests,
  overhead: benchOverhead,
  credentials: benchCredentials,
  limits: benchLimits,
  'sign-ins': benchSignIns,
  query: benchQueries,
  graphql: benchGraphql,
  pages: benchPages,
  plans: benchPlans,
  memberships: benchMemberships,
  soak: benchSoak,
  capture: benchCapture,
  payments: benchPayments,
  projects: benchProjects,
  live: benchLive,
  'live-php': benchLivePhp,
  'live-python': benchLivePython,
  questions: benchQuestions,
  functions: benchFunctions,
  neighbours: benchNeighbours,
  console: benchConsole,
  storage: benchStorage,
  webhooks: benchWebhooks,
}

// An exit takes the servers along; the signal by itself would leave them running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const [wanted, size, ...more] = process.argv.slice(2)
const names = wanted === undefined ? Object.keys(BENCHES) : [wanted]
const [busy = 0] = loadavg()
console.log(`${availableParallelism()} processors, load average ${busy.toFixed(1)} before the run`)
for (const name of names) {
  const bench = BENCHES[name]
  if (bench === undefined || !/^\d*$/.test(size ?? '')) {
    console.error(`usage: npm run bench [-- ${Object.keys(BENCHES).join(' | ')} [size]]`)
    process.exit(1)
  }
  console.log(`\n${name}`)
  await bench(size === undefined ? undefined : Number(size), more)
}
