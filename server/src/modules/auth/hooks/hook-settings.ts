// Which functions project auth asks: changed by developers, audited, known to every node at once.
import type { z } from 'zod'
import { checkFunction } from '#modules/automation/functions/invoke/background-calls.service.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import type { Referrer } from '#platform/references/references.ts'
import { AUTH_HOOKS_CHANGED } from './auth-hooks.ts'
import type { hookUpdate } from './hooks.schema.ts'
import { findHooks, HOOKS, type HookSettings, lockHooks, saveHooks, takeOffHooks } from './hooks.store.ts'

/** updateHooks changes hooks; null removes one. It throws 400 where the project has no such function that was deployed. */
export async function updateHooks(
  platform: Platform,
  act: Act,
  input: z.output<typeof hookUpdate>,
): Promise<HookSettings> {
  const { project, at } = act
  const pool = platform.clusters.main.adminOf(project)
  const hooks = await transaction(pool, async (db) => {
    await lockHooks(db, project.id)
    for (const name of HOOKS) {
      const slug = input[name]
      if (slug !== undefined && slug !== null) await checkFunction(db, project.id, slug, name)
    }
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const next: HookSettings = { ...(await findHooks(db, project.id)), ...given }
    await saveHooks(db, project.id, next, at)
    await audit(db, act, next)
    return next
  })
  await platform.invalidations.publish(AUTH_HOOKS_CHANGED, project.id)
  return hooks
}

/** hooksOfFunctions is what of project auth calls functions. */
export function hooksOfFunctions(): Referrer {
  return {
    async list(db, { project }, { name: slug }) {
      const hooks = await findHooks(db, project.id)
      const calling = HOOKS.filter((name) => hooks[name] === slug)
      return calling.map((name) => ({ kind: 'auth hook', id: null, name }))
    },
    async release(db, act, { name: slug }) {
      const { project, at } = act
      const left = await takeOffHooks(db, project.id, slug, at)
      await audit(db, act, left)
    },
  }
}

function audit(db: Queryable, act: Act, hooks: HookSettings): Promise<void> {
  return recordAudit(db, act, { action: 'auth.hooks', target: act.project.id, details: { ...hooks } })
}
