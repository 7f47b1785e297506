// One-time codes: made, kept as a keyed digest, and checked at most a few times (spec 3, "Reset code"; spec 8).
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { AppError } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type CodeName,
  countAttempt,
  deleteCode,
  findCodeByToken,
  type LinkPurpose,
  type NewCode,
  type StoredCode,
  saveCode,
} from './codes.store.ts'

const MAX_ATTEMPTS = 5

/** RightCode is a code that was found right; using it up is left to the transaction that acts on it. */
export interface RightCode {
  /** recipient is whom the code was sent to. */
  readonly recipient: string
  /** details are what was asked for along with the code. */
  readonly details: Readonly<Record<string, unknown>>
  /** use takes the code away, or throws where somebody else was faster. */
  use(db: Queryable): Promise<void>
}

/** makeCode makes a code in place of an older one. */
export async function makeCode(
  platform: Platform,
  project: ProjectRecord,
  name: CodeName,
  length: number,
  minutes: number,
  more: Pick<NewCode, 'token_digest' | 'details'> = {},
): Promise<{ code: string; expires_at: Date }> {
  const created_at = platform.clock.now()
  const expires_at = new Date(created_at.getTime() + minutes * 60_000)
  const code = String(randomInt(10 ** length)).padStart(length, '0')
  const row = { ...more, digest: digestOf(platform, name, code), created_at, expires_at }
  await saveCode(platform.clusters.of(project).admin, name, row)
  return { code, expires_at }
}

/**
 * checkCode throws unless a code is right. The attempt is counted before it is looked at, so that any number of
 * guesses at once are still no more than a few.
 */
export async function checkCode(
  platform: Platform,
  project: ProjectRecord,
  name: CodeName,
  code: string,
): Promise<RightCode> {
  const { admin } = platform.clusters.of(project)
  const known = await countAttempt(admin, name, platform.clock.now(), MAX_ATTEMPTS)
  const given = digestOf(platform, name, code)
  if (known === undefined || !timingSafeEqual(Buffer.from(known.digest), Buffer.from(given)))
    throw wrongCode()
  return rightCode(name, known)
}

/** checkToken throws unless a token was sent in a link of this project that still counts. */
export async function checkToken(
  { clusters, clock }: Platform,
  project: ProjectRecord,
  purpose: LinkPurpose,
  token: string,
): Promise<RightCode> {
  const { admin } = clusters.of(project)
  const known = await findCodeByToken(admin, project.id, purpose, digest(token), clock.now())
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

function rightCode(name: CodeName, { recipient, digest: known, details }: StoredCode): RightCode {
  return {
    recipient,
    details,
    use: async (db) => {
      if (!(await deleteCode(db, name, known))) throw wrongCode()
    },
  }
}

// A few digits are guessed from a plain hash at once; with a key, a stolen database alone gives nothing away.
function digestOf(platform: Platform, { project_id, purpose, recipient }: CodeName, code: string): string {
  const text = JSON.stringify([project_id, purpose, recipient, code])
  return createHmac('sha256', platform.keys.derive('project-codes')).update(text).digest('base64url')
}
