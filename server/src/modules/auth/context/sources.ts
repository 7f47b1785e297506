// Where a request comes from. Requests from the same device, or else the same network, count as the same source.
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { type Tenant, tenantOf } from '#platform/fairness/tenants.ts'
import type { Platform } from '#platform/platform.ts'
import { findDevice } from '#platform/sessions/device-tokens.ts'

/** Source is the origin of a request, as the request itself states it. */
export interface Source {
  readonly network: string
  readonly userAgent: string | undefined
  readonly device_token: string | undefined
}

/** Requester is the origin of a request, in the form that codes are stored with. */
export interface Requester {
  /** source is a keyed digest, so that stored codes reveal neither networks nor devices. */
  readonly source: string
  /** device is set if the user has signed in on this device before. */
  readonly device: string | undefined
  readonly network: string
}

type SentFrom = Pick<FastifyRequest, 'network' | 'headers'> & { readonly body: unknown }

export function sourceOf({ network, headers, body }: SentFrom): Source {
  const { device_token } = (body ?? {}) as { readonly device_token?: string }
  return { network, userAgent: headers['user-agent'], device_token }
}

/** requesterOf resolves a source for a user; without a user, the device is unknown. */
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
 * hashingTenant returns the fair-scheduling tenant of a password hash. Known sources take turns with all other sources
 * of the project, so that a flood of unknown clients does not delay its users.
 */
export function hashingTenant(project: ProjectRecord, known = false): Tenant {
  const tenant = tenantOf(project)
  return known ? { ...tenant, project: `${tenant.project} known` } : tenant
}
