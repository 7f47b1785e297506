// Rate limits that projects set for themselves, within those of the server.

import { recordAudit } from '#platform/audit/audit.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { transaction } from '#platform/db/transaction.ts'
import { conflict } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { LimitRule } from '#platform/http/routes/limit-rules.ts'
import type { Platform } from '#platform/platform.ts'
import { findRules, listRules, type RuleSet, saveRules } from './rate-limits.store.ts'

const LIMITS_CHANGED = topic('rate-limits')

/** RateLimits is the rules of a project, and how many requests a minute the server lets each caller make at most. */
export interface RateLimits extends RuleSet {
  readonly server: Readonly<Record<LimitRule['by'], number>>
}

/** RuleChange replaces the rules; with a version only if nobody has changed them since that was read. */
export interface RuleChange {
  readonly rules: readonly LimitRule[]
  readonly version?: number | undefined
}

/** loadRules reads the rules of all projects, and keeps them up to date with what any node changes. */
export async function loadRules({ clusters, limitRules, invalidations }: Platform): Promise<void> {
  const db = clusters.main.admin
  const reload = async (id: string | undefined) => {
    if (id === undefined) limitRules.setAll(await listRules(db))
    else limitRules.set(id, (await findRules(db, id)).rules)
  }
  // One after the other, so that an older answer never takes the place of a newer one.
  let latest = Promise.resolve()
  invalidations.on(LIMITS_CHANGED, (id) => {
    latest = latest.catch(() => {}).then(() => reload(id))
    return latest
  })
  await reload(undefined)
}

/** readLimits returns the rate limits of a project. */
export async function readLimits({ clusters, config }: Platform, projectId: string): Promise<RateLimits> {
  return { ...(await findRules(clusters.main.admin, projectId)), server: maximaOf(config) }
}

/** changeLimits replaces the rules of a project and returns them. Throws 400 for one above the server's limit, and 409 for an old version. */
export async function changeLimits(
  platform: Platform,
  act: Act,
  { rules, version }: RuleChange,
): Promise<RateLimits> {
  const { clusters, config, invalidations } = platform
  const { id } = act.project
  const maxima = maximaOf(config)
  const problems = rules.flatMap(({ by, limit, window_seconds }, at) => {
    const most = Math.max(1, Math.floor((maxima[by] * window_seconds) / 60))
    const problem = `must be at most ${most}, the server's own limit in ${window_seconds} s`
    return limit > most ? [{ field: `rules.${at}.limit`, problem }] : []
  })
  if (problems.length > 0) throw fieldErrors(problems)
  const changed = await transaction(clusters.main.admin, async (db) => {
    const before = await findRules(db, id)
    const next = { rules, version: version ?? before.version }
    if (!(await saveRules(db, id, next)))
      throw conflict('changed_meanwhile', 'The rate limits were changed meanwhile. Read them again.', {
        version: before.version,
      })
    await recordAudit(db, act, { action: 'rate_limits.update', target: id })
    return findRules(db, id)
  })
  await invalidations.publish(LIMITS_CHANGED, id)
  return { ...changed, server: maximaOf(config) }
}

function maximaOf({ keyLimit, clientLimit }: Platform['config']): RateLimits['server'] {
  return { key: keyLimit, user: clientLimit, address: clientLimit }
}
