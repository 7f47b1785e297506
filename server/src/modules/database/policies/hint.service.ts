// What the policies did to a request, said to developers: why a list is empty, and what refused a write.
import { decide, policySetOf } from '#engine/access/decision.ts'
import type { CallerKind } from '#engine/conditions/sql/caller-sql.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import type { Asker } from '#platform/asker.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { AppError, forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { admits } from './admits.ts'
import { listPolicies } from './policies.store.ts'

/** PolicyTarget is what a write does to a table, as a verb. */
export interface PolicyTarget {
  readonly table: Pick<TableShape, 'slug'>
  readonly action: 'insert' | 'insert or update' | 'update' | 'delete' | 'restore'
}

/** Refused is who was refused, and in which project. */
export interface Refused {
  readonly platform: Platform
  readonly project: Pick<ProjectRecord, 'id'>
  readonly context: Pick<ActorContext, 'kind'>
}

const NAMES: Readonly<Record<CallerKind, string>> = {
  dashboard: 'a dashboard user',
  secret: 'a secret key',
  publishable: 'a publishable key',
  user: 'a project user',
}

/** hintAtPolicies returns a sentence if no policy of a table lets callers of the actor's kind read any row. */
export async function hintAtPolicies(
  { project, cluster, context }: Asker,
  table: TableShape,
): Promise<string | undefined> {
  const { kind } = context
  const policies = await listPolicies(cluster.admin, table.id)
  const allows = policySetOf(policies, 'select')
  const decision = decide({ ...allows, denies: [] }, kind, ({ subject }) => admits(subject, kind))
  if (decision !== 'no-allow-policy' && decision !== 'no-key-policy') return undefined
  return (
    `No policy lets ${NAMES[kind]} select from ${table.slug}. ` +
    `Add one with POST /api/v1/projects/${project.id}/tables/${table.id}/rls, or ask /rls/explain there.`
  )
}

/** refusedRow is the refusal of a write by policies, before it is known who asked; explainRefusal completes it. */
export function refusedRow(): AppError {
  return forbidden('policy_denied', undefined, { sqlstate: REFUSED })
}

/**
 * explainRefusal completes the refusal of a write by policies. Its message can be shown to whoever was refused; which policies
 * they are, and where to ask why, is for developers: secret keys, dashboard users, and everybody in development.
 */
export function explainRefusal(
  { platform, project, context }: Refused,
  thrown: unknown,
  { table, action }: PolicyTarget,
): unknown {
  if (!(thrown instanceof AppError) || thrown.code !== 'policy_denied') return thrown
  const { sqlstate } = (thrown.details ?? {}) as { sqlstate?: string }
  if (sqlstate !== REFUSED) return thrown
  const said = { table: table.slug, action, sqlstate }
  const { kind } = context
  const isForDevelopers = !platform.config.production || kind === 'secret' || kind === 'dashboard'
  const details = isForDevelopers ? { ...said, ...reasonOf(thrown, project, kind, said) } : said
  const message = `You are not allowed to ${VERBS[action]} this row.`
  return new AppError('policy_denied', message, { details, cause: thrown.cause })
}

const VERBS: Readonly<Record<PolicyTarget['action'], string>> = {
  insert: 'add',
  'insert or update': 'add or change',
  update: 'change',
  delete: 'delete',
  restore: 'restore',
}

function reasonOf(
  { cause }: AppError,
  { id }: Pick<ProjectRecord, 'id'>,
  kind: CallerKind,
  { table, action }: { readonly table: string; readonly action: string },
) {
  const { message = '' } = (cause ?? {}) as { message?: string }
  // A trigger may write to another table than the request does.
  const refusing = POLICY_OF.exec(message)?.[1] ?? table
  const done = refusing === table ? `${action} this row` : `${action} this row of ${table}`
  const explain = `/api/v1/projects/${id}/tables/${refusing}/rls/explain`
  const hint =
    `The policies of ${refusing} do not let ${NAMES[kind]} ${done}. ` +
    `Which of them decide is the answer of POST ${explain}.`
  return { table: refusing, explain, hint }
}

const REFUSED = '42501'
const POLICY_OF = /row-level security policy[^"]* for table "([^"]+)"/
