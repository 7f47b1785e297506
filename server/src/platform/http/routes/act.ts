// Who acts: what a change knows of the request that makes it, and what the audit log keeps of both.
import type { Actor, DashboardActor, ProjectRecord } from '#platform/credentials/actor.ts'
import type { MemberRights } from '#platform/credentials/member-rights.ts'
import { unauthorized } from '#platform/errors/app-error.ts'
import type { RequestAudit } from './request-audit.ts'

/** ActFields is what an act is made of. */
export interface ActFields {
  /** actor is undefined where nobody is known by their account. */
  readonly actor: Actor | undefined
  readonly project?: ProjectRecord | undefined
  readonly rights?: MemberRights | undefined
  readonly address: string
  readonly request_id: string
  readonly at: Date
  /** credential is what was proven in place of a session or a key, such as a mailed code. */
  readonly credential?: string
}

/** Act is one request to change something: by whom, from where, when, and in which project. */
export class Act {
  readonly actor: Actor | undefined
  readonly address: string
  readonly request_id: string
  readonly at: Date
  readonly credential: string | undefined
  /** audit is what the act has left in the audit log so far. */
  readonly audit: RequestAudit = {
    area: undefined,
    before: undefined,
    isAwaited: false,
    isRecorded: false,
    open: [],
    details: undefined,
    committed: undefined,
  }
  readonly #project: ProjectRecord | undefined
  readonly #rights: MemberRights | undefined

  constructor({ actor, project, rights, address, request_id, at, credential }: ActFields) {
    this.actor = actor
    this.address = address
    this.request_id = request_id
    this.at = at
    this.credential = credential
    this.#project = project
    this.#rights = rights
  }

  /** project throws 401 where the request is in none. */
  get project(): ProjectRecord {
    return known(this.#project)
  }

  /** rights are those of a dashboard user in the project or organisation of the URL; it throws 401 where there are none. */
  get rights(): MemberRights {
    return known(this.#rights)
  }

  /** account throws 401 unless a dashboard user acts. */
  get account(): DashboardActor {
    return known(this.actor?.type === 'dashboard' ? this.actor : undefined)
  }
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw unauthorized()
  return value
}
