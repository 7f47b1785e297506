// Starts a payment: stored first, then sent to the provider, then moved on by what the provider has answered. A request
// whose answer is lost is parked as `unknown`, and never sent again by itself where that could charge the payer twice.
import { randomBytes, randomUUID } from 'node:crypto'
import {
  applyInTransaction,
  inTransaction,
  type Payments,
  publish,
} from '#modules/payments/context/payments.ts'
import { applyEvidence } from '#modules/payments/evidence/apply.ts'
import * as store from '#modules/payments/evidence/payments.store.ts'
import type { Evidence } from '#modules/payments/model/evidence.ts'
import { isOpen, type Payment } from '#modules/payments/model/payment.ts'
import { ProviderError } from '#modules/payments/providers/provider-error.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { AppError, conflict, invalidInput } from '#platform/errors/app-error.ts'
import {
  claim,
  type Earlier,
  type IdempotencyClaim,
  release,
  saveAnswer,
  stillRunning,
} from './idempotency.ts'

/** Draft is a payment to start. */
export type Draft = Omit<
  store.NewPayment,
  'id' | 'project_id' | 'created_at' | 'next_check_at' | 'account_reference' | 'request'
>

/** Sent is what the provider has answered. */
export interface Sent {
  readonly evidence: Evidence
  readonly details: Record<string, unknown>
}

/** StartSteps are what differs between the ways to pay. */
export interface StartSteps<Answer extends object> {
  readonly draft: Draft
  /** request is what the provider will be asked; it is stored before it is sent. */
  request(id: string, accountReference: string): Record<string, unknown>
  /** send asks the provider. It throws a ProviderError where that did not do it. */
  send(payment: Payment): Promise<Sent>
  answer(payment: Payment): Answer
}

/** Started is the answer to the request that started a payment; `replayed` if an earlier one had the same key. */
export interface Started<Answer> {
  readonly answer: Answer
  readonly replayed: boolean
}

// A request that has neither been answered nor failed by then was interrupted.
const INTERRUPTED_MS = 90_000
const FIRST_CHECK_MS = 10_000

/**
 * startPayment starts a payment and returns what the provider has answered. A request whose key an earlier one has waits for the
 * answer to that, and starts its own where that was refused.
 */
export async function startPayment<Answer extends object>(
  payments: Payments,
  project: ProjectRecord,
  idempotency: IdempotencyClaim | undefined,
  steps: StartSteps<Answer>,
): Promise<Started<Answer>> {
  const stored =
    idempotency === undefined
      ? await storePayment(payments, project, undefined, steps)
      : await storeOrWait(payments, project, idempotency, steps)
  if ('earlier' in stored) return { answer: stored.earlier.answer as Answer, replayed: true }
  const { payment } = stored
  const sent: Outcome = await steps.send(payment).catch((error) => failedSend(payments, error))
  const next = await finishStart(payments, project, payment.id, sent)
  const answer = steps.answer(next)
  await publish(payments, project)
  if (idempotency !== undefined) {
    await inTransaction(payments, project, (db) =>
      sent.error === undefined
        ? saveAnswer(db, project.id, idempotency.key, answer)
        : release(db, project.id, idempotency.key),
    )
    await payments.answers.announce(project.id, idempotency.key)
  }
  if (sent.error !== undefined) throw sent.error(next.id)
  return { answer, replayed: false }
}

async function storeOrWait<Answer extends object>(
  payments: Payments,
  project: ProjectRecord,
  idempotency: IdempotencyClaim,
  steps: StartSteps<Answer>,
): Promise<Stored> {
  const answers = payments.answers.follow(project.id, idempotency.key)
  try {
    for (;;) {
      const stored = await storePayment(payments, project, idempotency, steps)
      if ('payment' in stored || stored.earlier.answer !== null) return stored
      if (!(await answers.next())) throw stillRunning(stored.earlier)
    }
  } finally {
    answers.end()
  }
}

type Stored = { readonly payment: Payment } | { readonly earlier: Earlier }

function storePayment<Answer extends object>(
  payments: Payments,
  project: ProjectRecord,
  idempotency: IdempotencyClaim | undefined,
  { draft, request }: StartSteps<Answer>,
): Promise<Stored> {
  const now = payments.platform.clock.now()
  const id = randomUUID()
  const account_reference = newAccountReference()
  return inTransaction(payments, project, async (db) => {
    const earlier = idempotency && (await claim(db, project.id, idempotency, id, now))
    if (earlier !== undefined) return { earlier }
    payments.platform.quotas.check(project.id, ['payments'])
    const payment = await store.insertPayment(db, {
      ...draft,
      id,
      project_id: project.id,
      account_reference,
      request: request(id, account_reference),
      next_check_at: new Date(now.getTime() + INTERRUPTED_MS),
      created_at: now,
    })
    await store.insertEvent(db, id, 'request', { asked: payment.request }, now)
    await store.insertPublications(db, [payment], now)
    return { payment }
  })
}

type Outcome = Sent & { readonly error?: (transactionId: string) => AppError }

/** failedSend is what a request means that the provider did not carry out, or whose answer is lost. */
export function failedSend({ platform }: Payments, error: unknown): Outcome {
  if (!(error instanceof ProviderError)) {
    platform.log.error({ err: error }, 'a payment could not be sent to its provider')
    return { evidence: { source: 'response', status: 'unknown', failure: 'no_answer' }, details: {} }
  }
  const { reference } = error
  const details = { error: { code: error.code, message: error.message } }
  if (error.kind === 'no_answer')
    return { evidence: { source: 'response', status: 'unknown', failure: 'no_answer', reference }, details }
  const failure = { refused: 'refused', credentials: 'credentials', busy: 'provider_busy' }[error.kind]
  return {
    evidence: { source: 'response', status: 'failed', failure, reference },
    details,
    error: (transaction_id) => asAppError(error, transaction_id),
  }
}

function asAppError(error: ProviderError, transaction_id: string): AppError {
  const details = { transaction_id, provider_code: error.code }
  if (error.kind === 'busy')
    return new AppError(
      'unavailable',
      `The payment provider could not do it now: ${error.message.replace(/\.$/, '')}. Nothing was charged. Try again shortly.`,
      { details },
    )
  if (error.kind === 'credentials')
    return conflict(
      'wrong_state',
      `The payment provider refused the credentials in /payments/settings (${error.message}).`,
      details,
    )
  return invalidInput(`The payment provider refused the request: ${error.message}`, details)
}

/** finishStart writes what the provider has answered to the request of a payment. */
export async function finishStart(
  payments: Payments,
  project: ProjectRecord,
  id: string,
  { evidence, details }: Sent,
): Promise<Payment> {
  const now = payments.platform.clock.now()
  const applied = await applyInTransaction(payments, project, async (db) => {
    const payment = await store.lockPayment(db, project.id, id)
    if (payment === undefined) throw new Error('the payment is gone')
    await store.insertEvent(db, id, 'request', { answered: { ...evidence, ...details } }, now)
    const next_check_at = nextCheckOf(payment, evidence, now)
    // A callback can be faster than the answer, and wants its query now.
    const changes = payment.claim === null && isOpen(payment) ? { next_check_at } : {}
    return applyEvidence(db, payment, evidence, now, { details, changes })
  })
  return applied.payment
}

function nextCheckOf({ kind }: Payment, { status, reference, expires_at }: Evidence, now: Date): Date | null {
  if (status === 'pending' || (status === 'unknown' && reference !== undefined))
    return new Date(now.getTime() + FIRST_CHECK_MS)
  if (status !== 'unknown') return null
  // Direct payments can be asked for again with the same key. A session whose address nobody has ends by itself.
  if (kind === 'direct') return new Date(now.getTime() + FIRST_CHECK_MS)
  return kind === 'session' ? (expires_at ?? new Date(now.getTime() + SESSION_END_MS)) : null
}

const SESSION_END_MS = 25 * 60 * 60 * 1000

// Twelve characters that can be read out on the phone: no vowels, nothing that looks like something else.
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXZ'

function newAccountReference(): string {
  const taken: string[] = []
  while (taken.length < 12)
    for (const byte of randomBytes(24))
      if (byte < LETTERS.length * 9 && taken.length < 12) taken.push(LETTERS[byte % LETTERS.length] as string)
  return taken.join('')
}
