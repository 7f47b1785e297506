// Where the deliveries of webhooks go, and what they are signed with.
import { LRUCache } from 'lru-cache'
import { findProjectSeal } from '#modules/secrets/project-seal.service.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { isAllowedHost } from './allowed-hosts.ts'
import { secretPlace } from './webhook-signing.service.ts'

/** Target is where the deliveries of one webhook go. */
export interface Target {
  readonly url: string
  /** secrets are the current one, and the previous one while it overlaps. */
  readonly secrets: readonly string[]
  /** refusal says why nothing may be sent there. */
  readonly refusal: string | undefined
}

interface TargetRow {
  readonly id: string
  readonly project_id: string
  readonly url: string
  readonly secret: string
  readonly secret_version: number
  readonly previous_secret: string | null
  readonly previous_expires_at: Date | null
  readonly allowed_hosts: readonly string[] | null
}

const FIND = `
select w.id, w.project_id, w.url, w.secret, w.secret_version, w.previous_secret, w.previous_expires_at, s.allowed_hosts
from platform.webhooks w left join platform.webhook_settings s on s.project_id = w.project_id
where w.id = any($1::uuid[])`

/** Targets finds targets; secrets that were opened are remembered. */
export interface Targets {
  /** find returns the targets of those webhooks that are still there. */
  find(db: Queryable, webhookIds: readonly string[]): Promise<Map<string, Target>>
}

/** createTargets makes a finder of targets. */
export function createTargets(platform: Platform): Targets {
  const opened = new LRUCache<string, string>({ max: 5000 })
  const open = async (db: Queryable, row: TargetRow, sealed: string, version: number) => {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const seal = await findProjectSeal(platform, db, row.project_id)
    if (seal === undefined) throw new Error('the data key of a project with webhooks is missing')
    const secret = seal.open(sealed, secretPlace(row.project_id, row.id, version))
    opened.set(sealed, secret)
    return secret
  }
  const secretsOf = async (db: Queryable, row: TargetRow) => {
    const { secret, secret_version, previous_secret, previous_expires_at } = row
    const secrets = [await open(db, row, secret, secret_version)]
    const overlaps = previous_expires_at !== null && previous_expires_at > platform.clock.now()
    if (previous_secret !== null && overlaps)
      secrets.push(await open(db, row, previous_secret, secret_version - 1))
    return secrets
  }
  return {
    async find(db, webhookIds) {
      const { rows } = await db.query<TargetRow>(FIND, [webhookIds])
      const targets = new Map<string, Target>()
      for (const row of rows) {
        const { id, url, allowed_hosts } = row
        const isAllowed = isAllowedHost(url, allowed_hosts ?? [])
        // One webhook whose secret cannot be opened must not hold up those of others.
        const secrets = await secretsOf(db, row).catch((error: Error) => {
          platform.log.error({ err: error.message, webhook: id }, 'could not open the secret of a webhook')
          return undefined
        })
        const refusal =
          secrets === undefined
            ? 'The secret of this webhook cannot be read. Set another one.'
            : isAllowed
              ? undefined
              : `${new URL(url).hostname} is not among the allowed hosts.`
        targets.set(id, { url, secrets: secrets ?? [], refusal })
      }
      return targets
    },
  }
}
