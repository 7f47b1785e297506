// Host names of projects: on one, short paths are the project's own, and no other project can be reached. For requests to any
// other host this is one look into a map.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { forbidden } from '#platform/errors/app-error.ts'

/** HostPaths are the paths below /api/v1 that the host of a project serves, besides all below the project. */
export interface HostPaths {
  /** short are those that need nothing before their last part: `/projects/:projectID/auth` is `/auth` there. */
  readonly short?: readonly string[]
  /** long are those that are written as everywhere. */
  readonly long?: readonly string[]
}

const NOWHERE = '/no-route-of-this-host'

// Identified is a request once its credentials are known; `project` is the one that they or the address name.
interface Identified {
  readonly raw: IncomingMessage
  readonly project: { readonly id: string } | undefined
}

// Which project's host a request came to; requests to other hosts are not in it.
const PROJECTS = new WeakMap<IncomingMessage, string>()

/** isProjectHost reports whether a request came to the host of a project. */
export function isProjectHost({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  return PROJECTS.has(raw)
}

/** ProjectHosts knows the verified host names of all projects. `modules/domains` keeps it up to date on every node. */
export class ProjectHosts {
  // By their last parts.
  readonly #short = new Map<string, string>()
  readonly #served: string[][] = [['projects', ':projectID']]
  readonly #byHost = new Map<string, string>()
  readonly #byProject = new Map<string, string[]>()
  readonly #trustProxy: boolean

  constructor(trustProxy: boolean) {
    this.#trustProxy = trustProxy
  }

  /** serve adds paths that the host of each project serves. */
  serve({ short = [], long = [] }: HostPaths): void {
    for (const path of short) this.#short.set(path.slice(path.lastIndexOf('/') + 1), path)
    for (const path of [...short, ...long]) this.#served.push(path.slice(1).split('/'))
  }

  /** has reports whether a name is a verified host of some project. */
  has(name: string): boolean {
    return this.#byHost.has(name)
  }

  /** ownerOf returns the project to whose host a request came, also where it is not for the router, such as an upgrade. */
  ownerOf(request: IncomingMessage): string | undefined {
    return this.#byHost.size === 0 ? undefined : this.#byHost.get(hostOf(request, this.#trustProxy))
  }

  /** replace takes what is known now: of some projects, or of all. */
  replace(hosts: Iterable<readonly [name: string, projectId: string]>, projectIds?: readonly string[]): void {
    for (const id of projectIds ?? this.#byProject.keys()) this.#forget(id)
    for (const [name, owner] of hosts) {
      this.#byHost.set(name, owner)
      this.#byProject.set(owner, [...(this.#byProject.get(owner) ?? []), name])
    }
  }

  /** rewrite returns the address of a request as the router knows it. */
  rewrite(request: IncomingMessage): string {
    const url = request.url ?? '/'
    const projectId = this.ownerOf(request)
    if (projectId === undefined) return url
    PROJECTS.set(request, projectId)
    return this.#longPath(url, projectId, isSignedForS3(request))
  }

  /** check throws 403 where the credentials of a request belong to another project than its host. */
  check({ raw, project }: Identified): void {
    const owner = PROJECTS.get(raw)
    if (owner !== undefined && project !== undefined && project.id !== owner)
      throw forbidden('other_project', 'These credentials belong to another project than this address.')
  }

  // What a path on a project's host stands for. What belongs to no project, or to another, leads nowhere.
  #longPath(url: string, projectId: string, isForS3: boolean): string {
    const end = url.indexOf('?')
    const path = end < 0 ? url : url.slice(0, end)
    const query = end < 0 ? '' : url.slice(end)
    if (path === '*') return url
    const [, first = '', ...rest] = path.split('/')
    const behind = rest.length === 0 ? '' : `/${rest.join('/')}`
    const isOwn = rest[0]?.toLowerCase() === projectId
    if (first === 's3' && isOwn) return url
    if (isForS3 && first !== 'fn') return `/s3/${projectId}${url}`
    const short = this.#short.get(first)
    if (short !== undefined) return `/api/v1${short.replace(':projectID', projectId)}${behind}${query}`
    if (first === 'fn') return isOwn ? url : `/fn/${projectId}${behind}${query}`
    if (first === 'api' && rest[0] === 'v1' && this.#serves(rest.slice(1), projectId)) return url
    return NOWHERE
  }

  #serves(parts: readonly string[], projectId: string): boolean {
    return this.#served.some((path) =>
      path.every((part, at) =>
        part === ':projectID' ? parts[at]?.toLowerCase() === projectId : part === parts[at],
      ),
    )
  }

  #forget(projectId: string): void {
    // It may be another project's by now.
    for (const name of this.#byProject.get(projectId) ?? [])
      if (this.#byHost.get(name) === projectId) this.#byHost.delete(name)
    this.#byProject.delete(projectId)
  }
}

function hostOf({ headers }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined
  const host = (forwarded === undefined ? headers.host : String(forwarded).split(',').at(-1)?.trim()) ?? ''
  const name = host.split(':', 1)[0]?.toLowerCase() ?? ''
  return name.endsWith('.') ? name.slice(0, -1) : name
}

// Clients of S3 sign all that they send, and many can name no path before that of the bucket.
function isSignedForS3({ headers, url = '' }: IncomingMessage): boolean {
  if (headers.authorization !== undefined) return headers.authorization.startsWith('AWS4-HMAC-SHA256 ')
  return url.includes('X-Amz-Algorithm=AWS4-HMAC-SHA256')
}
