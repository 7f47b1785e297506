// Why may a caller do something with a row, or not? Each policy is asked under the caller's own identity.
import type { z } from 'zod'
import { matchCondition, type Policy, subjectCondition } from '#engine/access/policies.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { explainBody } from './policies.schema.ts'
import { compilePolicies } from './policies.service.ts'
import { listPolicies } from './policies.store.ts'

type Question = z.output<typeof explainBody>

interface Verdict {
  readonly policy: Policy
  readonly subject: boolean
  readonly matches: boolean
}

/** explain says whether a caller may do an action with a row, and which policies decided. */
export async function explain(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  question: Question,
) {
  const cluster = platform.clusters.of(project)
  const rows = (await listPolicies(cluster.admin, table.id)).filter((row) => row.action === question.action)
  const policies = await compilePolicies(await platform.shapes.of(project), table, rows)
  const row =
    question.row === undefined
      ? await findRow(platform, project, table, question)
      : JSON.stringify(question.row)
  const caller = callerOf(question)
  const verdicts = await judge(platform, project, table, policies, row, caller)
  const { allowed, reason, decisive } = decide(verdicts, caller)
  return {
    allowed,
    reason,
    policies: verdicts.map(({ policy, subject, matches }) => ({
      id: policy.id,
      subject: policy.subject,
      effect: policy.effect,
      condition: policy.condition?.source ?? null,
      role_ids: policy.role_ids.length === 0 ? null : [...policy.role_ids],
      subject_matches: subject,
      condition_matches: policy.condition === undefined || !subject ? null : matches,
      decides: decisive.includes(policy.id),
    })),
  }
}

async function findRow(platform: Platform, project: ProjectRecord, table: TableShape, { row_id }: Question) {
  const text = `select row_to_json(t$)::text from ${qualify(table.schema, table.slug)} t$ where t$.id = $1`
  const dashboard = contextOf({ type: 'dashboard', account_id: '', session_id: '', email: '' })
  const { executor } = platform.clusters.of(project)
  const [result] = await executor.execute(project, dashboard, [{ text, values: [row_id as string] }])
  const json = result?.rows[0]?.[0]
  if (json === undefined || json === null) throw notFound('The row')
  return json
}

function callerOf({ key, user }: Question): ActorContext {
  if (user === undefined) return { kind: key as 'secret' | 'publishable', uid: null, claims: '{}' }
  const { id, email, role_ids, claims } = user
  return { kind: 'user', uid: id, claims: JSON.stringify({ ...claims, email, role_ids }) }
}

// The row is given as a record, so that it need not be visible; subqueries see what the caller may see.
async function judge(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  policies: readonly Policy[],
  row: string,
  caller: ActorContext,
): Promise<Verdict[]> {
  if (policies.length === 0) return []
  const columns = policies.flatMap((policy) => [
    subjectCondition(table, policy),
    matchCondition(table, policy),
  ])
  const record = `json_populate_record(null::${qualify(table.schema, table.slug)}, $1)`
  const text = `select ${columns.map((sql) => `(${sql}) is true`).join(', ')} from ${record} ${quoteIdentifier(table.slug)}`
  const { executor } = platform.clusters.of(project)
  const [result] = await executor.execute(project, caller, [{ text, values: [row] }], { readOnly: true })
  const answers = result?.rows[0] ?? []
  return policies.map((policy, i) => ({
    policy,
    subject: answers[2 * i] === 't',
    matches: answers[2 * i + 1] === 't',
  }))
}

function decide(verdicts: readonly Verdict[], caller: ActorContext) {
  const matching = (effect: string) =>
    verdicts.filter(({ policy, matches }) => matches && policy.effect === effect)
  const ids = (list: readonly Verdict[]) => list.map(({ policy }) => policy.id)
  const denies = matching('deny')
  if (denies.length > 0) return { allowed: false, reason: 'A deny policy matches.', decisive: ids(denies) }
  const allows = matching('allow')
  if (allows.length > 0) return { allowed: true, reason: 'An allow policy matches.', decisive: ids(allows) }
  const forKeys = verdicts.filter(({ policy }) => policy.effect === 'allow' && policy.subject === 'api_key')
  if (caller.kind !== 'secret') return { allowed: false, reason: 'No allow policy matches.', decisive: [] }
  if (forKeys.length === 0)
    return { allowed: true, reason: 'Secret keys may where no policy says otherwise.', decisive: [] }
  const reason = 'Policies of subject api_key decide for keys, and none of them matches.'
  return { allowed: false, reason, decisive: ids(forKeys) }
}
