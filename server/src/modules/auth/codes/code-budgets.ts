// How many guesses at the codes of one recipient there are in a month, whoever asks and guesses, and how many messages
// go to one recipient in an hour (docs/decisions/0012).

import type { Auth } from '#auth/context/auth.ts'
import type { Requester } from '#auth/context/sources.ts'
import type { CodeMessage } from '#auth/messages/send-code.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { AppError } from '#platform/errors/app-error.ts'
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
const ENDLESS = 1_000_000_000

// At most one in ten thousand to guess right in a month; codes of four digits are the project's own choice.
const ODDS = 10_000
const LEAST_GUESSES = 10
const MOST_GUESSES = 1000

// Messages to one recipient for one purpose: nobody's mailbox is to be flooded, and an SMS costs somebody money.
const BY_ONE = { recent: 5, recent_seconds: HOUR, total: ENDLESS, total_seconds: HOUR } as const
const BY_STRANGERS = { ...BY_ONE, recent: 15 } as const

// What one network may use up of all messages of a project, and what is kept for devices that have signed in before.
const NETWORK_SHARE = 0.1
const KNOWN_SHARE = 0.25

/** roomForGuesses says whether codes of so many digits may still be guessed at. */
export async function roomForGuesses(
  platform: Platform,
  db: Queryable,
  name: CodeName,
  requester: Requester,
  digits: number,
): Promise<boolean> {
  if (!platform.config.rateLimits) return true
  return hasRoom(db, guessesAt(name, requester, digits), budgetOf(digits), platform.clock.now())
}

/** mayGuess counts comparisons with codes, before they are made, and says whether there is room for them. */
export async function mayGuess(
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

/** forgiveCodeGuesses takes back the comparisons that were the owner's. */
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
 * countMessage counts a message that is asked for, or throws 429. Returns until when there will be no other one, where
 * this is the last for a while.
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
  const giveBack = takeOfProject(auth, project, channel, requester)
  const parts = ['messages', name.purpose, name.recipient]
  const bySource = { project_id: project.id, parts: [...parts, requester.source] }
  const bounds: [GuessName, Budget][] = [[bySource, BY_ONE]]
  // Strangers cannot use up what devices are sent that have signed in before.
  if (requester.device === undefined) bounds.push([{ project_id: project.id, parts }, BY_STRANGERS])
  await deleteExpired(admin, project.id, now)
  const done: GuessName[] = []
  const ends: number[] = []
  for (const [counted, budget] of bounds) {
    const outcome = await countGuesses(admin, counted, budget, now)
    if (outcome.refused_until !== undefined) {
      // What is not sent must not count: the last message is the one that lets the owner in.
      for (const before of done) await uncount(admin, before)
      giveBack()
      throw useTheLatest(outcome.refused_until, now)
    }
    done.push(counted)
    if (outcome.recent === budget.recent) ends.push(outcome.recent_ends.getTime())
  }
  return ends.length === 0 ? undefined : new Date(Math.max(...ends))
}

/**
 * takeOfProject counts a message of a project, or throws 429 where it, or the network that asks, has had too many.
 * Returns a function that takes the count back.
 */
export function takeOfProject(
  { platform: { config, clock }, messages }: Auth,
  { id }: ProjectRecord,
  channel: CodeMessage['channel'],
  { device, network }: Requester,
): () => void {
  const now = clock.now()
  const all = channel === 'mail' ? config.projectMails : config.projectSms
  const share = (part: number) => ({ limit: Math.max(1, Math.floor(all * part)), seconds: HOUR })
  const name = `${channel} ${id}`
  const windows: NamedLimit[] =
    device === undefined
      ? [
          [`${name} ${network}`, share(NETWORK_SHARE)],
          [name, share(1)],
        ]
      : [[`${name} known`, share(KNOWN_SHARE)]]
  const until = messages.fullUntil(windows, now)
  if (until !== undefined) throw tooMany(until, now, undefined, 'This project has sent too many messages.')
  messages.count(windows, now)
  return () => {
    for (const [one] of windows) messages.forgive(one)
  }
}

function useTheLatest(until: Date, now: Date): AppError {
  return tooMany(
    until,
    now,
    { reason: 'code_sent' },
    'Too many messages were asked for. The code in the latest one is valid until others are sent: use that.',
  )
}

// Guesses from devices that have signed in before are counted apart: those of strangers must not reach them.
function guessesAt(
  { project_id, purpose, recipient }: CodeName,
  { device }: Requester,
  digits: number,
): GuessName {
  return { project_id, parts: ['code', purpose, recipient, device ?? 'strangers', String(digits)] }
}

function budgetOf(digits: number): Budget {
  const total = Math.min(MOST_GUESSES, Math.max(LEAST_GUESSES, 10 ** digits / ODDS))
  return { recent: ENDLESS, recent_seconds: MONTH, total, total_seconds: MONTH }
}
