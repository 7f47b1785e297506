// Queries: all fields in one round trip, one statement each. A field that fails is null and leaves the others alone.
import type { FieldNode } from 'graphql'
import { Budget } from '#engine/request/parse/parse-level.ts'
import { type PreparedRead, prepareRead } from '#modules/rows/data/reading/prepared-reads.service.ts'
import { runReads } from '#modules/rows/data/reading/read-rows.service.ts'
import { collectFields } from '#modules/rows/graphql/request/collect-fields.ts'
import type { Operation } from '#modules/rows/graphql/request/operation.ts'
import { type Planning, planQuery } from '#modules/rows/graphql/request/plan-fields.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import { forbidden, invalidInput } from '#platform/errors/app-error.ts'
import { executed, type FieldError, fieldError, type GraphqlAnswer } from './answer.ts'
import type { Call } from './call.ts'

/** MAX_FIELDS is how many statements one query may come to. */
const MAX_FIELDS = 20

const INTROSPECTION: ReadonlySet<string> = new Set(['__schema', '__type'])

/** runQuery answers a query. */
export async function runQuery(call: Call, operation: Operation): Promise<GraphqlAnswer> {
  const { api, asker } = call
  const planning: Planning = { ...operation, api, budget: new Budget() }
  const fields = collectFields(operation, [operation.node.selectionSet])
  if (fields.size > MAX_FIELDS) {
    const error = invalidInput(`A query has at most ${MAX_FIELDS} fields of its own.`)
    return executed(null, [fieldError(asker.platform, error, [])])
  }
  const schemas = [...fields.values()].filter(([node]) => node?.name.value === '__schema')
  if (schemas.length > 1) {
    const error = invalidInput('A query asks for __schema at most once.')
    return executed(null, [fieldError(asker.platform, error, [])])
  }
  const { answers, reads, errors } = await planFields(call, operation, planning, fields)
  for (const [key, text] of await read(call, reads, errors)) {
    const nodes = fields.get(key) as FieldNode[]
    answers.set(key, reads.get(key)?.plan.kind === 'count' ? countText(planning, nodes, text) : text)
  }
  return executed(answers, errors)
}

interface PlannedFields {
  readonly answers: Map<string, string>
  readonly reads: ReadonlyMap<string, PreparedRead>
  readonly errors: FieldError[]
}

async function planFields(
  call: Call,
  operation: Operation,
  planning: Planning,
  fields: ReadonlyMap<string, readonly FieldNode[]>,
): Promise<PlannedFields> {
  const { api, asker, reads: kept } = call
  const answers = new Map<string, string>([...fields.keys()].map((key) => [key, 'null']))
  const known = kept.find(call, operation)
  if (known !== undefined) return { answers, reads: known, errors: [] }
  const reads = new Map<string, PreparedRead>()
  const errors: FieldError[] = []
  for (const [key, nodes] of fields) {
    try {
      const [node] = nodes as [FieldNode]
      const root = api.roots.queries.get(node.name.value)
      if (node.name.value === '__typename') answers.set(key, '"Query"')
      else if (INTROSPECTION.has(node.name.value)) answers.set(key, await introspect(call, operation, nodes))
      else if (root !== undefined) reads.set(key, prepareRead(planQuery(planning, root, nodes, fields.size)))
    } catch (error) {
      errors.push(fieldError(asker.platform, error, [key]))
    }
  }
  if (reads.size === fields.size) kept.keep(call, operation, reads)
  return { answers, reads, errors }
}

// Where one of several fails, each is read by itself, to see which it was.
async function read(
  call: Call,
  reads: ReadonlyMap<string, PreparedRead>,
  errors: FieldError[],
): Promise<Map<string, string>> {
  const { asker, links } = call
  const texts = new Map<string, string>()
  const take = async (some: readonly (readonly [string, PreparedRead])[]) => {
    const results = await runReads(
      asker,
      some.map(([, one]) => one),
      links,
    )
    for (const [index, [key]] of some.entries()) texts.set(key, results[index] ?? 'null')
  }
  const all = [...reads]
  if (all.length === 0) return texts
  try {
    await take(all)
  } catch (error) {
    const [[only] = []] = all.length === 1 ? all : []
    if (only !== undefined) errors.push(fieldError(asker.platform, error, [only]))
    else
      for (const entry of all)
        await take([entry]).catch((one) => errors.push(fieldError(asker.platform, one, [entry[0]])))
  }
  return texts
}

function countText(planning: Planning, nodes: readonly FieldNode[], text: string): string {
  const { count } = JSON.parse(text)
  const sets = nodes.map(({ selectionSet }) => selectionSet)
  const type = `${planning.api.roots.queries.get((nodes[0] as FieldNode).name.value)?.table.slug}Aggregate`
  const entries = [...collectFields(planning, sets)].map(([key, [node]]) => [
    key,
    node?.name.value === '__typename' ? type : count,
  ])
  return JSON.stringify(Object.fromEntries(entries))
}

async function introspect(call: Call, operation: Operation, nodes: readonly FieldNode[]): Promise<string> {
  if (isGuarded(call.asker.actor))
    throw forbidden(
      'wrong_credentials',
      'Introspection takes a secret key or a dashboard session: it names every table and column.',
    )
  const { fragments, variables, given } = operation
  return call.introspections.answer(call, { nodes, fragments, variables }, given)
}

/** isGuarded reports whether the caller is untrusted (a publishable key or a project user), and gets no suggestions. */
export function isGuarded(actor: Actor): boolean {
  return actor.type === 'project_user' || (actor.type === 'api_key' && actor.kind === 'publishable')
}
