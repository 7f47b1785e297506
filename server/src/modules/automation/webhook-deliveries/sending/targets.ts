// Where the deliveries of webhooks and triggers go, and what they are signed with.
import type { KeyObject } from 'node:crypto'
import { findProjectSeal } from '#modules/automation/secrets/project-seal.service.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { isAllowedHost } from './allowed-hosts.ts'
import { secretPlace, signingKey } from './webhook-signing.service.ts'

/** Target is where the deliveries of one webhook or trigger go. */
export type Target = UrlTarget | FunctionTarget

/** FunctionTarget is the function of a trigger. */
export interface FunctionTarget {
  readonly kind: 'function'
  readonly slug: string
}

/** UrlTarget is the address of a webhook. */
export interface UrlTarget {
  readonly kind: 'url'
  readonly url: string
  /** keys sign: the current one, and the previous one while it overlaps. */
  readonly keys: readonly KeyObject[]
  /** refusal says why nothing may be sent there. */
  readonly refusal: string | undefined
}

interface TargetRow {
  readonly id: string
  readonly project_id: string
  readonly url: string | null
  readonly secret: string | null
  readonly secret_version: number
  readonly previous_secret: string | null
  readonly previous_expires_at: Date | null
  readonly allowed_hosts: readonly string[] | null
  readonly slug: string | null
}

type UrlRow = TargetRow & { readonly url: string; readonly secret: string }

const FIND = `
select w.id, w.project_id, w.url, w.secret, w.secret_version, w.previous_secret, w.previous_expires_at, s.allowed_hosts,
  f.slug
from platform.webhooks w
left join platform.webhook_settings s on s.project_id = w.project_id
left join platform.functions f on f.id = w.function_id and f.project_id = w.project_id
where w.id = any($1::uuid[])`

/** Targets finds targets; secrets that were opened are remembered. */
export interface Targets {
  /** find returns the targets of those webhooks that are still there. */
  find(db: Queryable, webhookIds: readonly string[]): Promise<Map<string, Target>>
}

/** createTargets makes a finder of targets. */
export function createTargets(platform: Platform): Targets {
  const opened = recentlyUsed<KeyObject>(5000)
  const open = async (db: Queryable, row: TargetRow, sealed: string, version: number) => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const seal = await findProjectSeal(platform, db, row.project_id)
    if (seal === undefined) throw new Error('the data key of a project with webhooks is missing')
    const key = signingKey(seal.open(sealed, secretPlace(row.project_id, row.id, version)))
    opened.set(sealed, key)
    return key
  }
  const keysOf = async (db: Queryable, row: UrlRow) => {
    const { secret, secret_version, previous_secret, previous_expires_at } = row
    const keys = [await open(db, row, secret, secret_version)]
    const overlaps = previous_expires_at !== null && previous_expires_at > platform.clock.now()
    if (previous_secret !== null && overlaps)
      keys.push(await open(db, row, previous_secret, secret_version - 1))
    return keys
  }
  const urlTarget = async (db: Queryable, row: UrlRow): Promise<UrlTarget> => {
    const { id, url, allowed_hosts } = row
    const isAllowed = isAllowedHost(url, allowed_hosts ?? [])
    // One webhook whose secret cannot be opened must not hold up those of others.
    const keys = await keysOf(db, row).catch((error: Error) => {
      platform.log.error({ err: error.message, webhook: id }, 'could not open the secret of a webhook')
      return undefined
    })
    const refusal =
      keys === undefined
        ? 'The secret of this webhook cannot be read. Set another one.'
        : isAllowed
          ? undefined
          : `${new URL(url).hostname} is not among the allowed hosts.`
    return { kind: 'url', url, keys: keys ?? [], refusal }
  }
  return {
    async find(db, webhookIds) {
      const { rows } = await db.query<TargetRow>(FIND, [webhookIds])
      const targets = new Map<string, Target>()
      for (const row of rows) {
        const { id, url, secret, slug } = row
        if (slug !== null) targets.set(id, { kind: 'function', slug })
        else if (url !== null && secret !== null)
          targets.set(id, await urlTarget(db, { ...row, url, secret }))
      }
      return targets
    },
  }
}
