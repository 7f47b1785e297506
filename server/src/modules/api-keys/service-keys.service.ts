// Keys with which code of a project calls the API as the project itself. Whatever runs in a function can read them, so that
// they count only for what comes over the channel of that project's own process, and are worth nothing elsewhere.
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { KeyActor } from '#platform/credentials/actor.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'

interface ServiceKey {
  readonly key: string
  readonly actor: KeyActor
}

const PREFIX = 'msk_service_'

/** ServiceKeys are the keys that this process has given to code of projects. */
export class ServiceKeys {
  readonly #keys = recentlyUsed<ServiceKey>(10_000)
  readonly #projects = new WeakMap<IncomingMessage, string>()

  /** of returns the key of a project. */
  of(projectId: string): string {
    const known = this.#keys.get(projectId)
    if (known !== undefined) return known.key
    const key = PREFIX + randomBytes(32).toString('base64url')
    this.#keys.set(projectId, {
      key,
      actor: {
        ...{ type: 'api_key', key_id: randomUUID(), project_id: projectId, kind: 'secret', scopes: ['*'] },
        service: true,
      },
    })
    return key
  }

  /** admit notes that a request has come over the channel of a project's process. */
  admit(projectId: string, request: IncomingMessage): void {
    this.#projects.set(request, projectId)
  }

  /** find returns the actor of a key, where the request has come over the channel of its project. */
  find(key: string, request: IncomingMessage): KeyActor | undefined {
    const projectId = this.#projects.get(request)
    const own = projectId === undefined ? undefined : this.#keys.get(projectId)
    return own?.key === key ? own.actor : undefined
  }

  /** byId returns the actor of the key of a project, by the id of the key. */
  byId(projectId: string, id: string): KeyActor | undefined {
    const own = this.#keys.get(projectId)
    return own?.actor.key_id === id ? own.actor : undefined
  }
}
