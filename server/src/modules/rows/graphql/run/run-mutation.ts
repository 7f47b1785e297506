// Mutations: all fields in one transaction, in their order. Where one fails, nothing of any of them has happened.
import type { FieldNode } from 'graphql'
import { FilterError } from '#engine/request/operands.ts'
import { Budget } from '#engine/request/parse/parse-level.ts'
import {
  type RowWrite,
  WriteError,
  type WrittenRows,
  writeRows,
} from '#modules/rows/data/writing/write-and-read.service.ts'
import { readConflict } from '#modules/rows/graphql/request/arguments.ts'
import { collectFields } from '#modules/rows/graphql/request/collect-fields.ts'
import type { Operation } from '#modules/rows/graphql/request/operation.ts'
import { argumentsOf, type Planning, readId, selectionOf } from '#modules/rows/graphql/request/plan-fields.ts'
import type { RootField } from '#modules/rows/graphql/schema/fields.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'
import { executed, extended, fieldError, type GraphqlAnswer } from './answer.ts'
import type { Call } from './call.ts'

type Values = Readonly<Record<string, unknown>>

/** MAX_WRITES is how many fields a mutation may have, as a batch of the data API has. */
const MAX_WRITES = 100

/** runMutation does a mutation. */
export async function runMutation(call: Call, operation: Operation): Promise<GraphqlAnswer> {
  const { api, asker, idempotent, links } = call
  const fields = collectFields(operation, [operation.node.selectionSet])
  const keys = [...fields.keys()].filter((key) => fields.get(key)?.[0]?.name.value !== '__typename')
  let at: string | undefined
  try {
    if (keys.length > MAX_WRITES) throw new FilterError(`A mutation has at most ${MAX_WRITES} fields.`)
    const planning: Planning = { ...operation, api, budget: new Budget() }
    const writes = keys.map((key) => {
      at = key
      return planWrite(planning, fields.get(key) as FieldNode[], keys.length)
    })
    at = undefined
    const answer = (rows: WrittenRows) => {
      const texts = new Map<string, string>([...fields.keys()].map((key) => [key, '"Mutation"']))
      keys.forEach((key, index) => {
        const many = isMany(api.roots.mutations, fields.get(key))
        texts.set(key, many ? `[${rows[index]?.map(nullable)}]` : nullable(rows[index]?.[0] ?? null))
      })
      return new JsonText(executed(texts, []).body)
    }
    const { data, replayed, details } = await writeRows(asker, writes, {
      answer,
      idempotent,
      links,
    })
    return { status: 200, body: extended(data?.text ?? '', details), replayed }
  } catch (error) {
    const key = error instanceof WriteError ? keys[error.index] : at
    return executed(null, [fieldError(asker.platform, error, key === undefined ? [] : [key])])
  }
}

function planWrite(planning: Planning, nodes: readonly FieldNode[], fields: number): RowWrite {
  const [node] = nodes as [FieldNode]
  const { kind, table } = planning.api.roots.mutations.get(node.name.value) as RootField
  const given = argumentsOf(planning, 'Mutation', node)
  const rows = kind === 'insert' ? (given.objects as Values[]) : [given.object as Values]
  const place = { rows: fields * Math.max(1, rows.length), depth: 0 }
  const selection = selectionOf(planning, table, nodes, place)
  if (kind === 'insert' || kind === 'insert_one')
    return { kind: 'insert', table, selection, rows, conflict: readConflict(table, given.on_conflict) }
  const id = readId(given.id)
  if (kind === 'delete') return { kind: 'delete', table, selection, id }
  return { kind: 'update', table, selection, id, values: given._set as Values }
}

function isMany(roots: ReadonlyMap<string, RootField>, nodes: readonly FieldNode[] | undefined): boolean {
  return roots.get(nodes?.[0]?.name.value ?? '')?.kind === 'insert'
}

function nullable(text: string | null): string {
  return text ?? 'null'
}
