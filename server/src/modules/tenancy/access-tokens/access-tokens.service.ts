// Personal access tokens: made once, stored hashed, limited to a part of what their owner may do.
import type { z } from 'zod'
import { recordAudit } from '#platform/audit/audit.ts'
import { ACCESS_TOKEN_PREFIX } from '#platform/credentials/token-scope.ts'
import { digest, randomToken } from '#platform/crypto/tokens.ts'
import { topic } from '#platform/db/caches/invalidations.ts'
import { type Queryable, transaction } from '#platform/db/transaction.ts'
import { AppError, conflict, invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Act } from '#platform/http/routes/act.ts'
import type { Platform } from '#platform/platform.ts'
import type { tokenCreate } from './access-tokens.schema.ts'
import * as store from './access-tokens.store.ts'

/** TOKEN_TOPIC is the invalidation topic whose ids are those of tokens. */
export const TOKEN_TOPIC = topic('access-token')

const SHOWN = 12
const DAY_MS = 86_400_000
const DEFAULT_DAYS = 90
const MOST_DAYS = 366
const MOST_TOKENS = 50

/** createToken makes a token. Only this response contains it. */
export function createToken(
  platform: Platform,
  act: Act,
  { expires_at, ...input }: z.output<typeof tokenCreate>,
) {
  const { token, ...secret } = newSecret()
  const fields = {
    ...input,
    ...secret,
    account_id: act.account.account_id,
    sso_organisation_id: act.account.sso_organisation_id,
    expires_at: expiryOf(platform, expires_at),
    created_at: platform.clock.now(),
  }
  return transaction(platform.clusters.main.admin, async (db) => {
    if ((await store.lockTokens(db, act.account.account_id)) >= MOST_TOKENS) {
      throw conflict(
        'limit_reached',
        `An account can have ${MOST_TOKENS} access tokens. Delete one that is not used.`,
      )
    }
    const [missing] = await store.findMissing(db, act.account.account_id, input)
    if (missing !== undefined) throw new AppError('permission_missing', `You have no access to ${missing}.`)
    const made = presentToken(await store.insertToken(db, fields))
    await record(db, act, 'create', made.id)
    return { ...made, token }
  })
}

/** rotateToken replaces the secret of a token; the old one ends at once. */
export async function rotateToken(
  platform: Platform,
  act: Act,
  id: string,
  { expires_at }: { expires_at?: Date | undefined },
) {
  const { token, ...secret } = newSecret()
  const changes = { ...secret, expires_at: expiryOf(platform, expires_at) }
  const rotated = await transaction(platform.clusters.main.admin, async (db) => {
    const old = await store.findToken(db, act.account.account_id, id)
    if (old === undefined) throw notFound('The access token')
    const row = await store.replaceSecret(db, old, changes)
    if (row === undefined)
      throw conflict('changed_meanwhile', 'Another request rotated this token at the same time.')
    await record(db, act, 'rotate', id)
    return { ...presentToken(row), token }
  })
  await invalidate(platform, id)
  return rotated
}

/** removeToken revokes a token on every node at once, or throws 404. */
export async function removeToken(platform: Platform, act: Act, id: string): Promise<void> {
  await transaction(platform.clusters.main.admin, async (db) => {
    const old = await store.deleteToken(db, act.account.account_id, id)
    if (old === undefined) throw notFound('The access token')
    await record(db, act, 'delete', id)
  })
  await invalidate(platform, id)
}

/** presentToken leaves out what the API never shows: the digest. */
export function presentToken(row: store.TokenRow) {
  const { digest: _digest, account_id: _account, sso_organisation_id: _sso, ...shown } = row
  return shown
}

function newSecret() {
  const token = ACCESS_TOKEN_PREFIX + randomToken()
  return { token, prefix: token.slice(0, SHOWN), digest: digest(token) }
}

function expiryOf({ clock }: Platform, wanted: Date | undefined): Date {
  const now = clock.now().getTime()
  if (wanted === undefined) return new Date(now + DEFAULT_DAYS * DAY_MS)
  if (wanted.getTime() <= now) throw invalidInput('expires_at: must be in the future.')
  if (wanted.getTime() > now + MOST_DAYS * DAY_MS)
    throw invalidInput(`expires_at: must be at most ${MOST_DAYS} days from now.`)
  return wanted
}

// About the account itself, so that it is in no organisation's log; what a token does is.
function record(db: Queryable, act: Act, verb: string, target: string): Promise<void> {
  return recordAudit(db, act, { action: `access_tokens.${verb}`, target }, {})
}

function invalidate(platform: Platform, id: string): Promise<void> {
  return platform.invalidations.publish(TOKEN_TOPIC, id)
}
