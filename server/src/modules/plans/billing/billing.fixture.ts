// A server with plans of an operator, for tests.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import type { Meter } from '#platform/plans/plan.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'

/** PLANS is what most tests bill by: a month of Pro costs 3,100.00 USD, which is 100.00 a day in one of 31 days. */
export const PLANS = `
default: free
plans:
  - id: free
    name: Free
    currency: USD
    meters:
      requests: { limit: 100 }
      live_messages: { limit: 100 }
      storage_bytes: { limit: 1000 }
      sign_ins: { limit: 1 }
      function_invocations: { limit: 10 }
      database_rows: { limit: 3 }
  - id: pro
    name: Pro <b>
    price: 310000
    currency: USD
    meters:
      webhook_attempts: { included: 3100, unit: 1000, unit_price: 700 }
      storage_bytes: { included: 1000, unit: 1000, unit_price: 3100 }
      active_users: { unit_price: 3 }
  - id: max
    name: Max
    price: 620000
    currency: USD
  - id: euro
    name: Euro
    price: 990000
    currency: EUR
`

/** startBilledApp starts a server with plans. */
export async function startBilledApp(overrides: Partial<Config> = {}, plans = PLANS): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-plans-'))
  const plansFile = join(folder, 'plans.yaml')
  await writeFile(plansFile, plans)
  const app = await startTestApp({ plansFile, ...overrides })
  return {
    ...app,
    stop: async () => {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** moveTo moves the clock to noon of a day, in UTC. */
export function moveTo({ clock }: TestApp, day: string): void {
  clock.advance((Date.parse(`${day}T12:00:00Z`) - clock.now().getTime()) / 1000)
}

/** use writes down that a project has used something on the day of the clock. */
export async function use(
  app: TestApp,
  { id }: Pick<TestProject, 'id'>,
  used: Partial<Record<Meter, number>>,
): Promise<void> {
  const entries = Object.entries(used).map(([meter, amount]) => [
    meter === 'active_users' ? 'new_active_users' : meter,
    amount,
  ])
  const names = entries.map(([name]) => name)
  await app.platform.clusters.main.admin.query(
    `insert into platform.usage_days as d (project_id, day, ${names.join(', ')})
     values ($1, $2, ${names.map((_, at) => `$${at + 3}`).join(', ')})
     on conflict (project_id, day) do update set ${names.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}`,
    [id, app.clock.now().toISOString().slice(0, 10), ...entries.map(([, amount]) => amount)],
  )
}

/** exhaust has a project reach a quota on this node, as the watch sees it after a flush. */
export async function exhaust(app: TestApp, project: TestProject, meter: Meter, amount: number) {
  await use(app, project, { [meter]: amount })
  app.modules.billing.quotas.forget(project.id)
  await app.modules.billing.quotas.refresh()
}
