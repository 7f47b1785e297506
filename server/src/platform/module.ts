// The contract between the composition root and a module: one object with everything that a feature contributes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { CredentialResolvers, FindProject } from '#platform/credentials/actor.ts'
import { type Invalidations, PROJECT_CHANGED } from '#platform/db/caches/invalidations.ts'
import type { ProjectEvent } from '#platform/events/project-events.ts'
import type { JobDefinition } from '#platform/jobs/jobs.ts'
import type { Referrers } from '#platform/references/references.ts'
import type { HeldBack } from '#platform/work/quiet-start.ts'
import type { Upkeep } from '#platform/work/upkeep.ts'
import type { HostPaths } from './http/project-hosts.ts'
import type { App } from './http/routes/app-types.ts'

/**
 * Module is what one feature contributes to the server. A module is made by a function of the platform and of the
 * modules that it needs, so it stands behind them in the list, and is drained and closed before them. What it needs of them is an
 * interface `<Name>Needs` by their names, and what it offers to them are the further members of `<Name>Module`.
 */
export interface Module {
  /** name is the name of the module's folder. */
  readonly name: string
  /** hostPaths are what the hosts of projects serve of the module besides all below /projects/{id}. */
  readonly hostPaths?: HostPaths
  /** routes registers the routes below /api/v1. */
  routes?(api: App): void
  /** answersSecrets is of routes below /api/v1 that answer secrets beside what callers say: the answers are not compressed. */
  readonly answersSecrets?: boolean
  /** rootRoutes registers what stands outside of /api/v1. */
  rootRoutes?(app: App): void
  /** jobs are the kinds of background job that the module does. */
  readonly jobs?: readonly JobDefinition[]
  /** upkeep is what the module does now and then. It begins after `start` and has ended before `close`. */
  readonly upkeep?: readonly Upkeep[]
  /** heldBack is what of the module waits during a quiet start. */
  readonly heldBack?: readonly HeldBack[]
  /** metrics adds the module's figures to /metrics. */
  metrics?(registry: Registry): void
  /** resolvers say whose a credential is; each is provided by one module. */
  readonly resolvers?: Partial<CredentialResolvers>
  /** events are the types of events of projects that the module causes. */
  readonly events?: readonly ProjectEvent[]
  /** references say what of the module uses things of other modules, or of its own. */
  readonly references?: Referrers
  /** onEnd is called once for each request: when its answer is sent, or its client is gone. */
  onEnd?(request: FastifyRequest, reply: FastifyReply): void
  /** forget drops what a node keeps of a project that is gone. It is called on every node, and may be again. */
  forget?(projectId: string): Promise<void>
  /** start brings up to date what the module keeps, before the first request. */
  start?(): Promise<void>
  /** drain ends what would keep connections open, before the server waits for its last request. */
  drain?(): Promise<void>
  /** close writes down what is buffered and stops timers, after the last request. */
  close?(): Promise<void>
}

/** collectResolvers returns the resolvers of all modules together. It throws where one is missing or provided twice. */
export function collectResolvers(modules: readonly Module[]): CredentialResolvers {
  const found: Partial<CredentialResolvers> = {}
  for (const { name, resolvers = {} } of modules) {
    for (const kind of Object.keys(resolvers) as (keyof CredentialResolvers)[]) {
      if (found[kind] !== undefined)
        throw new Error(`the module ${name} resolves ${kind}, and so does another`)
    }
    Object.assign(found, resolvers)
  }
  const missing = (Object.keys(RESOLVERS) as (keyof CredentialResolvers)[]).filter(
    (kind) => found[kind] === undefined,
  )
  if (missing.length > 0) throw new Error(`no module resolves ${missing.join(', ')}`)
  return found as CredentialResolvers
}

/** forgetDeleted has modules forget projects that are gone. */
export function forgetDeleted(
  modules: readonly Module[],
  findProject: FindProject,
  invalidations: Invalidations,
): void {
  const keeping = modules.filter(({ forget }) => forget !== undefined)
  invalidations.on(PROJECT_CHANGED, async (id) => {
    if (id === undefined) return
    // Where that cannot be found out, the project may still be there.
    const found = await Promise.resolve(findProject(id)).catch(() => 'unknown')
    if (found === undefined) await Promise.all(keeping.map((module) => module.forget?.(id)))
  })
}

// The platform asks for these, so they stand here. One that is left out does not compile.
const RESOLVERS: Readonly<Record<keyof CredentialResolvers, true>> = {
  apiKey: true,
  dashboard: true,
  accessToken: true,
  session: true,
  operator: true,
  projectUser: true,
  realtime: true,
  userById: true,
  keyById: true,
  project: true,
  membership: true,
  organisation: true,
}
