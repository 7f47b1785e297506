// Limits for one recipient, across all clients: guesses at codes per month, and messages per hour
// (docs/decisions/0012).

import type { Auth } from '#modules/auth/context/auth.ts'
import type { Requester } from '#modules/auth/context/sources.ts'
import type { CodeMessage } from '#modules/auth/messages/send-code.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { AppError } from '#platform/errors/app-error.ts'
import { countEach } from '#platform/fairness/counts.ts'
import type { NamedLimit } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import {
  type Budget,
  countGuesses,
  deleteExpired,
  forgiveGuesses,
  type GuessName,
  hasRoom,
  uncount,
} from '#platform/sessions/guesses.store.ts'
import { tooMany } from '#platform/sessions/password-attempts.ts'
import type { CodeName } from './codes.store.ts'

const HOUR = 3600
const MONTH = 30 * 86_400
const UNLIMITED = 1_000_000_000

// The odds of a correct guess are at most one in ten thousand a month; four-digit codes are the project's own choice.
const ODDS = 10_000
const LEAST_GUESSES = 10
const MOST_GUESSES = 1000

// Messages to one recipient for one purpose: this prevents mailbox flooding and limits the cost of SMS.
const PER_SOURCE = { recent: 5, recent_seconds: HOUR, total: UNLIMITED, total_seconds: HOUR } as const
const PER_RECIPIENT = { ...PER_SOURCE, recent: 15 } as const

// The share of a project's messages that one network can use, and the share reserved for known devices.
const NETWORK_SHARE = 0.1
const KNOWN_SHARE = 0.25

/** hasGuessesLeft reports whether codes with this many digits can still be guessed at. */
export async function hasGuessesLeft(
  platform: Platform,
  db: Queryable,
  name: CodeName,
  requester: Requester,
  digits: number,
): Promise<boolean> {
  if (!platform.config.rateLimits) return true
  return hasRoom(db, guessesAt(name, requester, digits), budgetOf(digits), platform.clock.now())
}

/** countCodeGuesses counts comparisons before they are made, and reports whether they are within the limit. */
export async function countCodeGuesses(
  platform: Platform,
  db: Queryable,
  name: CodeName,
  requester: Requester,
  digits: number,
  guesses: number,
): Promise<boolean> {
  if (!platform.config.rateLimits) return true
  const counted = guessesAt(name, requester, digits)
  const { refused_until } = await countGuesses(db, counted, budgetOf(digits), platform.clock.now(), guesses)
  return refused_until === undefined
}

/** forgiveCodeGuesses removes comparisons from the count when they were the owner's. */
export function forgiveCodeGuesses(
  db: Queryable,
  name: CodeName,
  requester: Requester,
  digits: number,
  guesses: number,
): Promise<void> {
  return forgiveGuesses(db, guessesAt(name, requester, digits), guesses)
}

/**
 * countMessage counts a requested message, or throws 429. When this message reaches the limit, it returns the time at
 * which the next one can be sent.
 */
export async function countMessage(
  auth: Auth,
  project: ProjectRecord,
  channel: CodeMessage['channel'],
  name: CodeName,
  requester: Requester,
): Promise<Date | undefined> {
  const { platform } = auth
  if (!platform.config.rateLimits) return undefined
  const { admin } = platform.clusters.of(project)
  const now = platform.clock.now()
  const parts = ['messages', name.purpose, name.recipient]
  const bySource = { project_id: project.id, parts: [...parts, requester.source] }
  const bounds: [GuessName, Budget][] = [[bySource, PER_SOURCE]]
  // Messages to known devices are not limited by requests from unknown ones.
  if (requester.device === undefined) bounds.push([{ project_id: project.id, parts }, PER_RECIPIENT])
  await deleteExpired(admin, project.id, now)
  const done: GuessName[] = []
  const ends: number[] = []
  // A message that is not sent must not count: the last one lets the owner sign in.
  const uncounted = async (error: AppError) => {
    for (const before of done) await uncount(admin, before)
    return error
  }
  for (const [counted, budget] of bounds) {
    const outcome = await countGuesses(admin, counted, budget, now)
    if (outcome.refused_until !== undefined)
      throw await uncounted(tooManyMessages(outcome.refused_until, now))
    done.push(counted)
    if (outcome.recent === budget.recent) ends.push(outcome.recent_ends.getTime())
  }
  const full = await countEach(auth.messages, projectLimits(auth, project, channel, requester))
  if (full !== undefined) throw await uncounted(tooManyOfProject(full, now))
  return ends.length === 0 ? undefined : new Date(Math.max(...ends))
}

/** projectLimits bound the messages of a project: first the share of the calling network, last that of all. */
export function projectLimits(
  { platform: { config } }: Auth,
  { id }: ProjectRecord,
  channel: CodeMessage['channel'],
  { device, network }: Requester,
): NamedLimit[] {
  const all = channel === 'mail' ? config.projectMails : config.projectSms
  const share = (part: number) => ({ limit: Math.max(1, Math.floor(all * part)), seconds: HOUR })
  const name = `${channel} ${id}`
  if (device !== undefined) return [[`${name} known`, share(KNOWN_SHARE)]]
  return [
    [`${name} ${network}`, share(NETWORK_SHARE)],
    [name, share(1)],
  ]
}

function tooManyOfProject(until: Date, now: Date): AppError {
  return tooMany(until, now, undefined, 'This project has sent too many messages.')
}

function tooManyMessages(until: Date, now: Date): AppError {
  return tooMany(
    until,
    now,
    { reason: 'code_sent' },
    'Too many messages were requested. Use the code in the latest one: it stays valid until another can be sent.',
  )
}

// Guesses from known devices have their own count, which guesses from unknown clients cannot use up.
function guessesAt(
  { project_id, purpose, recipient }: CodeName,
  { device }: Requester,
  digits: number,
): GuessName {
  return { project_id, parts: ['code', purpose, recipient, device ?? 'strangers', String(digits)] }
}

function budgetOf(digits: number): Budget {
  const total = Math.min(MOST_GUESSES, Math.max(LEAST_GUESSES, 10 ** digits / ODDS))
  return { recent: UNLIMITED, recent_seconds: MONTH, total, total_seconds: MONTH }
}
