// One-time codes: issued, stored as a keyed digest, limited in attempts. Requests and
// guesses of unknown clients neither replace nor invalidate the owner's code (docs/decisions/0012).
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Requester } from '#modules/auth/context/sources.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { LONG_CODE, newLongCode, plainCode } from '#platform/sessions/long-codes.ts'
import { countCodeGuesses, forgiveCodeGuesses, hasGuessesLeft } from './code-budgets.ts'
import type { CodeName, LinkPurpose, NewCode, StoredCode } from './codes.store.ts'
import * as store from './codes.store.ts'

// Per code: attempts of its requester, and attempts of all others together.
const MAX_ATTEMPTS = 5

// Once the guesses at codes of the usual length are used up, codes of this length are sent for a while.
const MORE_DIGITS = 8

/** CodeRequest is an allowed request for a code. */
export interface CodeRequest {
  readonly name: CodeName
  readonly requester: Requester
  /** digits is the usual number of digits. */
  readonly digits: number
  readonly minutes: number
  /** paused_until is set on the last message before the limit: no other is sent until then. */
  readonly paused_until: Date | undefined
}

/** IssuedCode is a code to send. */
export interface IssuedCode {
  readonly code: string
  readonly expires_at: Date
  readonly minutes: number
}

/** VerifiedCode is a correct code. The transaction that acts on it locks the user and calls `use`. */
export interface VerifiedCode {
  readonly recipient: string
  /** details are the values that were stored with the code. */
  readonly details: Readonly<Record<string, unknown>>
  /** use deletes the code, or throws 401 if another request used it first. */
  use(db: Queryable): Promise<void>
}

/**
 * issueCode replaces an older code of the same requester. The last code before a pause stays valid until the pause ends
 * and cannot be guessed: the owner of the mailbox can always use the latest message.
 */
export async function issueCode(
  platform: Platform,
  project: ProjectRecord,
  { name, requester, digits, minutes, paused_until }: CodeRequest,
  more: Pick<NewCode, 'token_digest' | 'details'> = {},
): Promise<IssuedCode> {
  const created_at = platform.clock.now()
  const usual = created_at.getTime() + minutes * 60_000
  const expires_at = new Date(Math.max(usual, paused_until?.getTime() ?? 0))
  const { admin } = platform.clusters.of(project)
  const length =
    paused_until === undefined ? await lengthOf(platform, admin, name, requester, digits) : undefined
  const code = length === undefined ? newLongCode() : String(randomInt(10 ** length)).padStart(length, '0')
  await store.saveCode(admin, name, {
    ...more,
    source: requester.source,
    digest: digestOf(platform, name, code),
    digits: length ?? null,
    created_at,
    expires_at,
  })
  return { code, expires_at, minutes: Math.ceil((expires_at.getTime() - created_at.getTime()) / 60_000) }
}

/**
 * checkCode returns a correct code, or throws 401. The attempt is counted before the comparison, so that concurrent
 * guesses cannot exceed the limit.
 */
export async function checkCode(
  platform: Platform,
  project: ProjectRecord,
  name: CodeName,
  requester: Requester,
  code: string,
): Promise<VerifiedCode> {
  const { admin } = platform.clusters.of(project)
  const now = platform.clock.now()
  const given = digestOf(platform, name, code)
  if (LONG_CODE.test(code)) {
    const known = await store.findLongCode(admin, name, given, now)
    if (known === undefined) throw wrongCode()
    return verifiedCode(name, known)
  }
  const digits = code.length
  const bounds = { source: requester.source, digits, now, max: MAX_ATTEMPTS }
  const matches = (known: StoredCode) => timingSafeEqual(Buffer.from(known.digest), Buffer.from(given))
  const own = await store.countAttempt(admin, name, bounds)
  if (
    own !== undefined &&
    (await countCodeGuesses(platform, admin, name, requester, digits, 1)) &&
    matches(own)
  ) {
    // All attempts at this code came from one source, which has turned out to be the owner.
    return verifiedCode(name, own, (db) => forgiveCodeGuesses(db, name, requester, digits, own.attempts))
  }
  const others = await store.countAttemptElsewhere(admin, name, bounds)
  const unknownDevice = { ...requester, device: undefined }
  const count = others.length
  const right =
    count > 0 && (await countCodeGuesses(platform, admin, name, unknownDevice, digits, count))
      ? others.find(matches)
      : undefined
  if (right === undefined) throw wrongCode()
  return verifiedCode(name, right, (db) => forgiveCodeGuesses(db, name, unknownDevice, digits, count))
}

/** checkToken returns the code that was sent with a link token, or throws 401. */
export async function checkToken(
  { clusters, clock }: Platform,
  project: ProjectRecord,
  purpose: LinkPurpose,
  token: string,
): Promise<VerifiedCode> {
  const { admin } = clusters.of(project)
  const known = await store.findCodeByToken(admin, project.id, purpose, digest(token), clock.now())
  if (known === undefined) throw wrongCode()
  return verifiedCode({ project_id: project.id, purpose, recipient: known.recipient }, known)
}

/** wrongCode returns the same 401 for every reason. */
export function wrongCode(): AppError {
  return new AppError('unauthorized', 'The code is wrong, expired or already used. Request a new one.')
}

function verifiedCode(
  name: CodeName,
  { recipient, digest: known, details }: StoredCode,
  forgive?: (db: Queryable) => Promise<void>,
): VerifiedCode {
  return {
    recipient,
    details,
    use: async (db) => {
      if (!(await store.deleteCodes(db, name, known))) throw wrongCode()
      await forgive?.(db)
    },
  }
}

// The first length with guesses left, or undefined: then a long code is needed.
async function lengthOf(
  platform: Platform,
  db: Queryable,
  name: CodeName,
  requester: Requester,
  digits: number,
): Promise<number | undefined> {
  for (const length of new Set([digits, MORE_DIGITS])) {
    if (await hasGuessesLeft(platform, db, name, requester, length)) return length
  }
  return undefined
}

// A short code could be recovered from a plain hash; with a keyed digest, a stolen database is not enough.
function digestOf(platform: Platform, { project_id, purpose, recipient }: CodeName, code: string): string {
  const text = JSON.stringify([project_id, purpose, recipient, plainCode(code)])
  return createHmac('sha256', platform.keys.derive('project-codes')).update(text).digest('base64url')
}
