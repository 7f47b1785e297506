// Plans on a server that had none: nobody is refused for what was used before.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { type Node, startNode } from '#test/nodes.ts'
import { moveTo, use } from './billing.fixture.ts'
import { beginMonths } from './invoices.service.ts'
import { addDays, addMonths, dateOf, monthOf } from './months.ts'

const PLANS = `
default: free
plans:
  - id: free
    name: Free
    currency: TZS
    meters:
      requests: { limit: 100 }
`

let app: TestApp
let folder: string
let plansFile: string
const lines: { msg: string }[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'msingi-plans-'))
  plansFile = join(folder, 'plans.yaml')
  await writeFile(plansFile, PLANS)
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

async function read({ api }: Node, { secret: key }: TestProject): Promise<number> {
  return (await api('GET', '/data/users', { key })).status
}

async function billingOf({ api }: Node, { id, token }: TestProject) {
  const { data } = await api('GET', `/projects/${id}/billing`, { token })
  return { plan: data.plan.id, currency: data.currency, next: data.next_plan }
}

const told = () => lines.map(({ msg }) => msg).filter((msg) => msg.includes('have no limits'))

test('projects of a server without plans keep what they had until the month ends, later ones do not', async () => {
  const month = addMonths(monthOf(dateOf(app.clock.now())), 1)
  const starts = addMonths(month, 1)
  moveTo(app, addDays(month, 9))
  const before = [await app.createProject(), await app.createProject()]
  const [old] = before as [TestProject]
  await use(app, old, { requests: 5000 })
  const first = await startNode(app, { plansFile }, { log })
  const created: TestProject[] = []
  try {
    expect(told()).toEqual([`2 projects have no limits until ${starts}, and then the plan free`])
    expect(await read(first, old)).toBe(200)
    const next = { id: 'free', starts }
    expect(await billingOf(first, old)).toEqual({ plan: 'self-hosted', currency: 'TZS', next })
    const late = await app.createProject()
    created.push(late)
    await use(app, late, { requests: 5000 })
    expect(await read(first, late)).toBe(429)
    expect(await billingOf(first, late)).toMatchObject({ plan: 'free' })
  } finally {
    await first.close()
  }
  // Without the file again, and with it: only what was created meanwhile was without limits.
  const [late] = created as [TestProject]
  moveTo(app, addDays(month, 11))
  const meanwhile = await app.createProject()
  await use(app, meanwhile, { requests: 5000 })
  moveTo(app, addDays(month, 13))
  const again = await startNode(app, { plansFile }, { log })
  try {
    expect(told()).toHaveLength(2)
    expect(await read(again, meanwhile)).toBe(200)
    expect(await read(again, old)).toBe(200)
    expect(await read(again, late)).toBe(429)
    moveTo(app, addDays(starts, 1))
    await beginMonths(again.platform, new AbortController().signal)
    await use(app, old, { requests: 5000 })
    expect(await read(again, old)).toBe(429)
  } finally {
    await again.close()
  }
})
