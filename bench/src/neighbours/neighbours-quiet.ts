// The quiet project of the neighbours bench, in a process of its own: it makes each of its requests at a fixed pace, whether
// or not those before have been answered, and counts for how long each took.

import { createMarker } from '../../../server/test/abuse/markers.ts'
import { newUser } from '../../../server/test/abuse/new-user.ts'
import type { Tenant } from '../../../server/test/abuse/project.ts'
import { openQuietProject, TABLE } from '../../../server/test/abuse/quiet-project.ts'
import { followTable } from './neighbours-live.ts'
import { OPERATIONS, type Operation, type Sample } from './neighbours-operations.ts'
import { followStalls, type Stalls } from './neighbours-stalls.ts'

const ROWS = 200
const LONG_MS = 250

interface Underway {
  readonly operation: Operation
  readonly at: number
}

let samples: Sample[] = []
const underway = new Set<Underway>()
let stalls: Stalls | undefined
let timers: NodeJS.Timeout[] = []

process.on('disconnect', () => process.exit(0))
process.on('message', async ({ kind, base }: { kind: 'open' | 'take' | 'stall'; base: string }) => {
  if (kind === 'take') return process.send?.(take())
  if (kind === 'stall') return process.send?.(stalls?.present() ?? 0)
  try {
    await open(base)
    process.send?.({})
  } catch (error) {
    process.send?.({ error: String(error) })
  }
})

// What has been under way for long counts with the time that has passed, and not again.
function take(): { samples: Sample[]; stall: number } {
  const now = performance.now()
  const taken = samples
  for (const one of underway) {
    const milliseconds = now - one.at
    if (milliseconds < LONG_MS) continue
    underway.delete(one)
    taken.push({ operation: one.operation, milliseconds, failed: false })
  }
  samples = []
  return { samples: taken, stall: stalls?.take() ?? 0 }
}

type Done = (failed?: boolean, milliseconds?: number) => void

function begin(operation: Operation): Done {
  const one = { operation, at: performance.now() }
  underway.add(one)
  return (failed = false, milliseconds = performance.now() - one.at) => {
    if (underway.delete(one)) samples.push({ operation, milliseconds, failed })
  }
}

async function open(base: string): Promise<void> {
  for (const timer of timers) clearInterval(timer)
  stalls?.stop()
  samples = []
  underway.clear()
  const tenant = await openQuietProject(base, 1)
  const ids: string[] = []
  for (let number = 0; number < ROWS; number++) ids.push(await addRow(tenant, number))
  const expected = new Map<string, Done>()
  await followTable(tenant, TABLE, ({ record, created_at }) => {
    // The time of the commit comes in whole milliseconds.
    expected.get(record.id)?.(false, Math.max(1, Date.now() - Date.parse(created_at)))
    expected.delete(record.id)
  })
  const operations = operationsOf(tenant, ids, expected)
  stalls = followStalls(base)
  timers = OPERATIONS.flatMap(({ operation, everyMs }) =>
    operation in operations ? [setInterval(operations[operation as keyof typeof operations], everyMs)] : [],
  )
}

async function addRow({ call, marker }: Tenant, number: number, id?: string): Promise<string> {
  const body = { ...(id === undefined ? {} : { id }), number, version: 0, note: marker }
  const answer = await call('POST', `/data/${TABLE}`, { as: 'secret', body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.data.id
}

function operationsOf(tenant: Tenant, ids: readonly string[], expected: Map<string, Done>) {
  const { call, id: project, marker } = tenant
  const request =
    (operation: Operation, ...sent: Parameters<typeof call>) =>
    async () => {
      const done = begin(operation)
      const { status } = await call(...sent)
      done(status < 200 || status > 299)
    }
  let turn = 0
  return {
    'GET by id': () =>
      request('GET by id', 'GET', `/data/${TABLE}/${ids[turn++ % ids.length]}`, { as: 'secret' })(),
    insert: async () => {
      const id = crypto.randomUUID()
      const done = begin('insert')
      const live = begin('live event')
      expected.set(id, live)
      const failed = await addRow(tenant, turn, id).then(
        () => false,
        () => true,
      )
      done(failed)
      // No event comes of a row that was refused.
      if (failed) live(true)
    },
    'query/exec': request('query/exec', 'POST', `/projects/${project}/query/exec`, {
      as: 'secret',
      body: { sql: `select number, note from ${TABLE} order by number limit 20` },
    }),
    GraphQL: request('GraphQL', 'POST', `/projects/${project}/graphql`, {
      as: 'secret',
      body: { query: `{ ${TABLE}(limit: 20, order_by: [{number: asc}]) { id number note } }` },
    }),
    'sign-up': () =>
      request('sign-up', 'POST', `/projects/${project}/auth/signup`, {
        as: 'publishable',
        headers: { 'x-forwarded-for': `10.8.${(turn >> 8) & 255}.${turn++ & 255}` },
        body: { ...newUser(createMarker()), full_name: marker },
      })(),
  }
}
