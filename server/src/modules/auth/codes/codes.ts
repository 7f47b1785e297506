// One-time codes: made, kept as a keyed digest, and checked at most a few times (spec 3, "Reset code"; spec 8). What
// strangers ask for and guess neither replaces nor burns the code of the owner (docs/decisions/0012).
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Requester } from '#auth/context/sources.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { LONG_CODE, newLongCode, plainCode } from '#platform/sessions/long-codes.ts'
import { forgiveCodeGuesses, mayGuess, roomForGuesses } from './code-budgets.ts'
import type { CodeName, LinkPurpose, NewCode, StoredCode } from './codes.store.ts'
import * as store from './codes.store.ts'

// Of each code: by who asked for it, and by all others together.
const MAX_ATTEMPTS = 5

// Where guesses at the usual codes are used up, these are sent for a while.
const MORE_DIGITS = 8

/** CodeOrder is a code that may be sent. */
export interface CodeOrder {
  readonly name: CodeName
  readonly requester: Requester
  /** digits is how many digits the code has where nobody is guessing. */
  readonly digits: number
  readonly minutes: number
  /** paused_until is set for the last message to a recipient for a while. */
  readonly paused_until: Date | undefined
}

/** MadeCode is a code to send. */
export interface MadeCode {
  readonly code: string
  readonly expires_at: Date
  readonly minutes: number
}

/** RightCode is a code that was found right; using it up is left to the transaction that acts on it. */
export interface RightCode {
  /** recipient is whom the code was sent to. */
  readonly recipient: string
  /** details are what was asked for along with the code. */
  readonly details: Readonly<Record<string, unknown>>
  /** use takes the code away, or throws where somebody else was faster. */
  use(db: Queryable): Promise<void>
}

/**
 * makeCode makes a code in place of an older one of the same requester. The last one before a pause lasts until that
 * is over and cannot be guessed: whoever has the mailbox can always get in by the latest message.
 */
export async function makeCode(
  platform: Platform,
  project: ProjectRecord,
  { name, requester, digits, minutes, paused_until }: CodeOrder,
  more: Pick<NewCode, 'token_digest' | 'details'> = {},
): Promise<MadeCode> {
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
 * checkCode throws unless a code is right. The attempt is counted before it is looked at, so that any number of
 * guesses at once are still no more than a few.
 */
export async function checkCode(
  platform: Platform,
  project: ProjectRecord,
  name: CodeName,
  requester: Requester,
  code: string,
): Promise<RightCode> {
  const { admin } = platform.clusters.of(project)
  const now = platform.clock.now()
  const given = digestOf(platform, name, code)
  if (LONG_CODE.test(code)) {
    const known = await store.findLongCode(admin, name, given, now)
    if (known === undefined) throw wrongCode()
    return rightCode(name, known)
  }
  const digits = code.length
  const bounds = { source: requester.source, digits, now, max: MAX_ATTEMPTS }
  const matches = (known: StoredCode) => timingSafeEqual(Buffer.from(known.digest), Buffer.from(given))
  const own = await store.countAttempt(admin, name, bounds)
  if (own !== undefined && (await mayGuess(platform, admin, name, requester, digits, 1)) && matches(own)) {
    // All attempts at it were those of one source, and that has turned out to be the owner.
    return rightCode(name, own, (db) => forgiveCodeGuesses(db, name, requester, digits, own.attempts))
  }
  const others = await store.countAttemptElsewhere(admin, name, bounds)
  const stranger = { ...requester, device: undefined }
  const count = others.length
  const right =
    count > 0 && (await mayGuess(platform, admin, name, stranger, digits, count))
      ? others.find(matches)
      : undefined
  if (right === undefined) throw wrongCode()
  return rightCode(name, right, (db) => forgiveCodeGuesses(db, name, stranger, digits, count))
}

/** checkToken throws unless a token was sent in a link of this project that still counts. */
export async function checkToken(
  { clusters, clock }: Platform,
  project: ProjectRecord,
  purpose: LinkPurpose,
  token: string,
): Promise<RightCode> {
  const { admin } = clusters.of(project)
  const known = await store.findCodeByToken(admin, project.id, purpose, digest(token), clock.now())
  if (known === undefined) throw wrongCode()
  return rightCode({ project_id: project.id, purpose, recipient: known.recipient }, known)
}

/** wrongCode makes the refusal of a code, the same whatever is wrong with it. */
export function wrongCode(): AppError {
  return new AppError(
    'unauthorized',
    'The code is not right, has expired or was used before. Ask for a new one.',
  )
}

function rightCode(
  name: CodeName,
  { recipient, digest: known, details }: StoredCode,
  forgive?: (db: Queryable) => Promise<void>,
): RightCode {
  return {
    recipient,
    details,
    use: async (db) => {
      if (!(await store.deleteCodes(db, name, known))) throw wrongCode()
      await forgive?.(db)
    },
  }
}

// How many digits there is still room to guess at, or undefined for a code that cannot be guessed.
async function lengthOf(
  platform: Platform,
  db: Queryable,
  name: CodeName,
  requester: Requester,
  digits: number,
): Promise<number | undefined> {
  for (const length of new Set([digits, MORE_DIGITS])) {
    if (await roomForGuesses(platform, db, name, requester, length)) return length
  }
  return undefined
}

// A few digits are guessed from a plain hash at once; with a key, a stolen database alone gives nothing away.
function digestOf(platform: Platform, { project_id, purpose, recipient }: CodeName, code: string): string {
  const text = JSON.stringify([project_id, purpose, recipient, plainCode(code)])
  return createHmac('sha256', platform.keys.derive('project-codes')).update(text).digest('base64url')
}
