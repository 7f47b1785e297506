// Once a day, what is not settled yet is asked about again, and owners are told of what they have to look at.
import type { Payments } from '#payments/context/payments.ts'
import { forgetSlots } from './checks.store.ts'
import { askAgain, listActiveProjects, listDifferences } from './statements.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE = 200

/** dailyReconciliation goes through the projects of every cluster. */
export async function dailyReconciliation({ platform, checkSoon }: Payments): Promise<void> {
  const now = platform.clock.now()
  const since = new Date(now.getTime() - 2 * DAY_MS)
  for (const { admin } of platform.clusters.all()) {
    await forgetSlots(admin, since)
    for (let after: string | null = null; ; ) {
      const projects = await listActiveProjects(admin, after, PAGE)
      for (const project of projects) {
        await askAgain(admin, project, since, now)
        const found = await listDifferences(admin, project, since, now, new Date(now.getTime() - DAY_MS))
        if (found.length > 0)
          platform.log.warn(
            { project, differences: found.length },
            'payments differ from what the providers say',
          )
      }
      after = projects.at(-1) ?? null
      if (projects.length < PAGE) break
    }
  }
  checkSoon()
}
