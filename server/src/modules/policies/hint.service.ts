// Why a list is empty, for developers: no policy of the table lets this kind of caller read anything (spec 2.15).
import { decide, policySetOf } from '#engine/access/decision.ts'
import type { PolicySubject } from '#engine/access/policy.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { type Actor, contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { listPolicies } from './policies.store.ts'

const NAMES: Readonly<Record<CallerKind, string>> = {
  dashboard: 'a dashboard user',
  secret: 'a secret key',
  publishable: 'a publishable key',
  user: 'a project user',
}

/** hintAtPolicies returns a sentence if no policy of a table lets callers of the actor's kind read any row. */
export async function hintAtPolicies(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  actor: Actor,
): Promise<string | undefined> {
  const { kind } = contextOf(actor)
  const policies = await listPolicies(platform.clusters.of(project).admin, table.id)
  const allows = policySetOf(policies, 'select')
  const decision = decide({ ...allows, denies: [] }, kind, ({ subject }) => admits(subject, kind))
  if (decision !== 'no-allow-policy' && decision !== 'no-key-policy') return undefined
  return (
    `No policy lets ${NAMES[kind]} select from ${table.slug}. ` +
    `Add one with POST /api/v1/projects/${project.id}/tables/${table.id}/rls, or ask /rls/explain there.`
  )
}

function admits(subject: PolicySubject, kind: CallerKind): boolean {
  if (subject === 'public') return true
  return subject === 'api_key' ? kind !== 'user' : kind === 'user'
}
