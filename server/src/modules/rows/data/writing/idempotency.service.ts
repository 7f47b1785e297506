// Idempotency-Key: the answer commits with the write, so a request sent twice is done once, even across a crash.
import type { FastifyRequest } from 'fastify'
import type { Outcome, Written } from '#modules/rows/data/operations/operations.ts'
import type { Asker } from '#platform/asker.ts'
import { type Actor, actorName } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Statement } from '#platform/db/connections/packet.ts'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import { JsonText } from '#platform/http/answers/envelope.ts'

const MAX_KEY = 255

/** IdempotentRequest is the header's key, and all that a second request with it must repeat. */
export interface IdempotentRequest {
  readonly key: string
  readonly content: string
}

/** idempotentOf returns the Idempotency-Key of a request and what it stands for. What is only tried is never kept. */
export function idempotentOf(request: FastifyRequest): IdempotentRequest | undefined {
  const key = readKey(request.headers['idempotency-key'])
  if (key === undefined || request.actingAs !== undefined) return undefined
  const content = `${request.method} ${request.url} ${request.headers.prefer ?? ''}\n${JSON.stringify(request.body)}`
  return { key, content }
}

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || header === '' || header.length > MAX_KEY) {
    throw invalidInput(`Idempotency-Key: must have between 1 and ${MAX_KEY} characters.`)
  }
  return header
}

/** Claim is how a request is kept: neither the key nor the body is stored as it came. */
export interface Claim {
  readonly key: string
  readonly content: string
}

/** claimOf makes the claim of one actor's request; two actors may use the same key. */
export function claimOf(actor: Actor, request: IdempotentRequest): Claim {
  return { key: digest(`${actorName(actor)}\n${request.key}`), content: digest(request.content) }
}

/** claimKey reserves the key within the write's own transaction; a second claim waits for the first to end. */
export function claimKey({ key, content }: Claim): Statement {
  return { text: 'select msingi.claim_idempotency($1, $2)', values: [key, content] }
}

/** saveAnswer keeps what the request was answered, for 24 hours. */
export function saveAnswer({ key }: Claim, outcome: Outcome): Statement {
  return {
    text: 'select msingi.save_idempotency($1, $2, $3, $4)',
    values: [key, String(outcome.status), outcome.data?.text ?? null, outcome.tag ?? null],
  }
}

/** isKeyTaken reports whether an earlier request has claimed the key. */
export function isKeyTaken(error: unknown): boolean {
  const details =
    error instanceof AppError ? (error.details as { constraint?: string } | undefined) : undefined
  return details?.constraint === 'idempotency_pkey'
}

/** replay returns the earlier request's answer, or 409 where that request was another one. */
export async function replay(asker: Asker, { key, content }: Claim): Promise<Written> {
  const find = { text: 'select body, status, answer, tag from msingi.find_idempotency($1)', values: [key] }
  const [result] = await asker.run([find], { readOnly: true })
  const [body, status, answer, tag] = result?.rows[0] ?? []
  if (!status) throw conflict('still_running', 'A request with the same Idempotency-Key is still running.')
  if (body !== content) throw conflict('key_reused', 'This Idempotency-Key was used for another request.')
  const data = answer === null || answer === undefined ? null : new JsonText(answer)
  return { status: Number(status) as Outcome['status'], data, ...(tag && { tag }), replayed: true }
}
