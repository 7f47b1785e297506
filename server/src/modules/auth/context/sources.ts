// Where a request comes from: the same device, or at least the same network, is taken for the same person.
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Tenant, tenantOf } from '#platform/fairness/tenants.ts'
import type { Platform } from '#platform/platform.ts'
import { findDevice } from '#platform/sessions/device-tokens.ts'

/** Source is what a request says of where it comes from. */
export interface Source {
  readonly network: string
  readonly userAgent: string | undefined
  readonly device_token: string | undefined
}

/** Requester is a source as codes are kept for it. */
export interface Requester {
  /** source is a keyed digest: neither networks nor devices can be read from it. */
  readonly source: string
  /** device is a device on which the user has signed in before. */
  readonly device: string | undefined
  readonly network: string
}

type SentFrom = Pick<FastifyRequest, 'network' | 'headers'> & { readonly body: unknown }

/** sourceOf returns where a request comes from. */
export function sourceOf({ network, headers, body }: SentFrom): Source {
  const { device_token } = (body ?? {}) as { readonly device_token?: string }
  return { network, userAgent: headers['user-agent'], device_token }
}

/** requesterOf returns who asks for a code of a user, or of nobody, or sends one. */
export function requesterOf(
  platform: Platform,
  project: ProjectRecord,
  user: { readonly id: string } | undefined,
  { network, device_token }: Source,
): Requester {
  const owner = user && { project_id: project.id, id: user.id }
  const device = owner && findDevice(platform, owner, device_token)
  const text = JSON.stringify(
    device === undefined ? [project.id, 'network', network] : [project.id, 'device', device],
  )
  const source = createHmac('sha256', platform.keys.derive('code-sources')).update(text).digest('base64url')
  return { source, device, network }
}

/**
 * hashingTenant returns whose turn it is when a password is hashed. Sources that are known take turns with all others of
 * their project, so that a flood of strangers does not keep its users waiting.
 */
export function hashingTenant(project: ProjectRecord, known = false): Tenant {
  const tenant = tenantOf(project)
  return known ? { ...tenant, project: `${tenant.project} known` } : tenant
}
