// A write that is only tried: done as somebody else and undone. The executor sees to the undoing (ActorContext.trial); here it
// is said what would have happened, and which policies decided.

import { explainWrites, type RowConcern } from '#modules/database/policies/explain-writes.service.ts'
import type { RowOperation, Written } from '#modules/rows/data/operations/operations.ts'
import type { Asker } from '#platform/asker.ts'
import { AppError } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'

/** tryOut runs `attempt`, which writes as an actor of trials, and adds to its answer or its refusal what the policies say. */
export async function tryOut(
  asker: Asker,
  operation: RowOperation,
  attempt: () => Promise<Written>,
): Promise<Written> {
  // Nothing stays of the attempt, so that the rows are afterwards as they were before it.
  const sampled = await sample(asker, operation)
  const explained = async () => {
    const policies = await explainWrites(asker, [...operation.concerns, ...sampled])
    return { undone: true, policies }
  }
  try {
    const { status, data, ...rest } = await attempt()
    const details = { ...(await explained()), status }
    return { ...rest, status: status === 204 ? 200 : status, data: data ?? new JsonText('null'), details }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Values that are refused may not make a row that could be explained.
    const details = await explained().catch(() => ({ undone: true, policies: [] }))
    // The same error goes on, since it may say which of several writes it is of.
    throw Object.assign(error, { details: { ...(error.details as object | undefined), ...details } })
  }
}

async function sample(asker: Asker, { sample: asked }: RowOperation): Promise<RowConcern[]> {
  if (asked === undefined) return []
  const [result] = await asker.run([asked.statement()], { readOnly: true })
  const rows: { id: string }[] = JSON.parse(result?.rows[0]?.[0] ?? '[]')
  return rows.flatMap(({ id }) => asked.concernsOf(id))
}
