// Idempotency-Key of payments: claimed in the transaction that stores the payment, so that a repeat starts none.
import type { FastifyRequest } from 'fastify'
import { actorName } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { type AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'

const MAX_KEY = 255
const KEPT_MS = 24 * 60 * 60 * 1000

/** IdempotencyClaim is a key and what it was sent with; neither is stored as it came. */
export interface IdempotencyClaim {
  readonly key: string
  readonly content: string
}

/** claimIn returns the claim of a request, or undefined without the header. */
export function claimIn(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY)
    throw invalidInput(`Idempotency-Key: must have between 1 and ${MAX_KEY} characters.`)
  const content = `${request.routeOptions.url}\n${JSON.stringify(request.body)}`
  return { key: digest(`${actorName(request.actor)}\n${key}`), content: digest(content) }
}

/** Earlier is an earlier request with the same key; `answer` is null until it is answered. */
export interface Earlier {
  readonly payment_id: string
  readonly answer: unknown
}

/** claim reserves the key for a payment, or returns the earlier request. Throws 409 where that was another one. */
export async function claim(
  db: Queryable,
  projectId: string,
  { key, content }: IdempotencyClaim,
  paymentId: string,
  now: Date,
): Promise<Earlier | undefined> {
  const expired = new Date(now.getTime() - KEPT_MS)
  // Each key takes a few along that are too old, so that they do not pile up.
  await db.query(
    `delete from msingi_payments.idempotency i where i.project_id = $1 and i.key = any(array(
       select o.key from msingi_payments.idempotency o where o.project_id = $1 and o.created_at < $3
       order by o.created_at limit 10 for update skip locked)
       || array(select $2::text where exists (select from msingi_payments.idempotency e
          where e.project_id = $1 and e.key = $2 and e.created_at < $3)))`,
    [projectId, key, expired],
  )
  const { rowCount } = await db.query(
    `insert into msingi_payments.idempotency (project_id, key, content, payment_id, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [projectId, key, content, paymentId, now],
  )
  if (rowCount === 1) return undefined
  const { rows } = await db.query<Earlier & { content: string }>(
    'select content, payment_id, answer from msingi_payments.idempotency where project_id = $1 and key = $2',
    [projectId, key],
  )
  const [found] = rows
  // Given free a moment ago.
  if (found === undefined) return claim(db, projectId, { key, content }, paymentId, now)
  if (found.content !== content)
    throw conflict('key_reused', 'This Idempotency-Key was used for another request.')
  return found
}

/** stillRunning is the 409 of a request whose earlier one has no answer yet. */
export function stillRunning({ payment_id }: Earlier): AppError {
  return conflict(
    'still_running',
    'A request with the same Idempotency-Key is still running, or was interrupted: look at its transaction.',
    { transaction_id: payment_id },
  )
}

/** saveAnswer keeps what the request was answered. */
export async function saveAnswer(
  db: Queryable,
  projectId: string,
  key: string,
  answer: object,
): Promise<void> {
  await db.query('update msingi_payments.idempotency set answer = $3 where project_id = $1 and key = $2', [
    projectId,
    key,
    JSON.stringify(answer),
  ])
}

/** release gives a key free whose request has not charged anybody. */
export async function release(db: Queryable, projectId: string, key: string): Promise<void> {
  await db.query('delete from msingi_payments.idempotency where project_id = $1 and key = $2', [
    projectId,
    key,
  ])
}
