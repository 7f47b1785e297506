// Explains whether the policies allow an action on a row: PostgreSQL evaluates each policy as the caller.
import type { z } from 'zod'
import { type Decision, decide, policySetOf, VERDICTS } from '#engine/access/decision.ts'
import { matchCondition, subjectCondition } from '#engine/access/policies.ts'
import type { Policy } from '#engine/access/policy.ts'
import { qualify, quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { contextOf, type ProjectRecord } from '#platform/credentials/actor.ts'
import type { ActorContext } from '#platform/db/executor/actor-context.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Explanation, explainBody } from './policies.schema.ts'
import { compilePolicies } from './policies.service.ts'
import { findExpressions, listPolicies } from './policies.store.ts'

type ExplainQuestion = z.output<typeof explainBody>

// What PostgreSQL says of one policy: whether its subject applies to the caller, and whether all of it applies.
interface PolicyResult {
  readonly policy: Policy
  readonly subject: boolean
  readonly matches: boolean
}

/** explain returns whether a caller is allowed an action on a row, and which policies decided. */
export async function explain(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  question: ExplainQuestion,
) {
  const { action, row_id } = question
  const row =
    question.row === undefined
      ? await findRow(platform, project, table, row_id as string)
      : JSON.stringify(question.row)
  if (row === undefined) throw notFound('The row')
  return explainRow(platform, project, table, { action, row, caller: askedCaller(question) })
}

/** RowQuestion asks whether a caller may do an action with a row, which is JSON. */
export interface RowQuestion {
  readonly action: ExplainQuestion['action']
  readonly row: string
  readonly caller: ActorContext
}

/** explainStored returns the same as explainRow of stored rows by their ids; ids without a row are left out. */
export async function explainStored(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  { action, ids, caller }: Pick<RowQuestion, 'action' | 'caller'> & { readonly ids: readonly string[] },
) {
  const found = await findRows(platform, project, table, ids)
  const rows = found.map(([, row]) => row)
  const explained = await explainRows(platform, project, table, { action, rows, caller })
  return explained.map((explanation, i) => ({ row_id: String(found[i]?.[0]), ...explanation }))
}

/** explainRow returns whether a caller is allowed an action on a row, whether it is stored or not. */
export async function explainRow(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  { row, ...question }: RowQuestion,
): Promise<Explanation> {
  const [explanation] = await explainRows(platform, project, table, { ...question, rows: [row] })
  return explanation as Explanation
}

async function explainRows(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  { action, rows: asked, caller }: Omit<RowQuestion, 'row'> & { readonly rows: readonly string[] },
): Promise<Explanation[]> {
  const cluster = platform.clusters.of(project)
  const rows = (await listPolicies(cluster.admin, table.id)).filter((one) => one.action === action)
  const policies = await compilePolicies(await platform.shapes.of(project), table, rows)
  const evaluated = await evaluatePolicies(platform, project, table, policies, asked, caller)
  return evaluated.map((results) => explanationOf(results, caller, action))
}

function explanationOf(
  results: readonly PolicyResult[],
  caller: ActorContext,
  action: ExplainQuestion['action'],
): Explanation {
  const decision = decisionOf(results, caller, action)
  const decisive = decisivePolicies(results, decision)
  return {
    allowed: VERDICTS[decision] === true,
    reason: REASONS[decision],
    policies: results.map(({ policy, subject, matches }) => ({
      id: policy.id,
      subject: policy.subject,
      effect: policy.effect,
      condition: policy.condition?.source ?? null,
      role_ids: policy.role_ids.length === 0 ? null : [...policy.role_ids],
      subject_matches: subject,
      condition_matches: policy.condition === undefined || !subject ? null : matches,
      unrestricted: [...(policy.condition?.unrestricted ?? [])],
      decides: decisive.includes(policy),
    })),
  }
}

/** findRow returns a row as JSON, deleted or not, whoever may see it; undefined if there is none. */
export async function findRow(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  id: string,
): Promise<string | undefined> {
  return (await findRows(platform, project, table, [id]))[0]?.[1]
}

async function findRows(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  ids: readonly string[],
): Promise<[id: string, row: string][]> {
  const from = `${qualify(table.schema, table.slug)} t$ where t$.id = any($1::uuid[])`
  const text = `select t$.id, row_to_json(t$)::text from ${from}`
  const dashboard = contextOf({
    type: 'dashboard',
    account_id: '',
    session_id: '',
    email: '',
    sso_organisation_id: null,
  })
  const { executor } = platform.clusters.of(project)
  const [result] = await executor.execute(project, dashboard, [{ text, values: [`{${ids.join(',')}}`] }])
  return (result?.rows ?? []).map(([id, row]) => [String(id), String(row)])
}

function askedCaller({ key, user }: ExplainQuestion): ActorContext {
  if (user === undefined) return { kind: key as 'secret' | 'publishable', uid: null, claims: '{}' }
  const { id, email, role_ids, claims } = user
  return { kind: 'user', uid: id, claims: JSON.stringify({ ...claims, email, role_ids }) }
}

// The row is passed as a record, so that it need not be visible; subqueries see what the caller is allowed to see.
async function evaluatePolicies(
  platform: Platform,
  project: ProjectRecord,
  table: TableShape,
  policies: readonly Policy[],
  rows: readonly string[],
  caller: ActorContext,
): Promise<PolicyResult[][]> {
  if (policies.length === 0) return rows.map(() => [])
  const columns = policies.flatMap((policy) => [
    subjectCondition(table, policy),
    matchCondition(table, policy),
  ])
  const record = await recordOf(platform, project, table)
  const text = `select ${columns.map((sql) => `(${sql}) is true`).join(', ')} from ${record} ${quoteIdentifier(table.slug)}`
  const { executor } = platform.clusters.of(project)
  const statements = rows.map((row) => ({ text, values: [row] }))
  const results = await executor.execute(project, caller, statements, { readOnly: true })
  return results.map(({ rows: [answers = []] }) =>
    policies.map((policy, i) => ({
      policy,
      subject: answers[2 * i] === 't',
      matches: answers[2 * i + 1] === 't',
    })),
  )
}

// The statement's first parameter as a row. What PostgreSQL computes, it computes here as well: a row that is not stored yet need
// not have it.
async function recordOf(platform: Platform, project: ProjectRecord, table: TableShape): Promise<string> {
  const record = `json_populate_record(null::${qualify(table.schema, table.slug)}, $1)`
  const columns = [...table.columns.values()]
  if (!columns.some(({ is_generated }) => is_generated)) return record
  const expressions = await findExpressions(platform.clusters.of(project).admin, table)
  const values = columns.map(({ name }) => {
    const expression = expressions.get(name)
    return `${expression === undefined ? `r$.${quoteIdentifier(name)}` : `(${expression})`} as ${quoteIdentifier(name)}`
  })
  return `(select ${values.join(', ')} from ${record} r$)`
}

const REASONS: Readonly<Record<Decision, string>> = {
  dashboard: 'Dashboard users are allowed everything.',
  denied: 'A deny policy matches.',
  allowed: 'An allow policy matches.',
  'secret-key-default': 'Secret keys are allowed when no policy applies.',
  'no-key-policy': 'Policies of subject api_key decide for keys, and none of them matches.',
  'no-allow-policy': 'No allow policy matches.',
  undecided: 'Only PostgreSQL can decide.',
}

function decisionOf(
  results: readonly PolicyResult[],
  caller: ActorContext,
  action: ExplainQuestion['action'],
): Decision {
  const matches = new Map(results.map((result) => [result.policy, result.matches]))
  const policies = policySetOf([...matches.keys()], action)
  return decide(policies, caller.kind, (policy) => matches.get(policy))
}

function decisivePolicies(results: readonly PolicyResult[], decision: Decision): Policy[] {
  const decides = ({ policy: { effect, subject }, matches }: PolicyResult) => {
    if (decision === 'denied') return matches && effect === 'deny'
    if (decision === 'allowed') return matches && effect === 'allow'
    return decision === 'no-key-policy' && effect === 'allow' && subject === 'api_key'
  }
  return results.filter(decides).map(({ policy }) => policy)
}
