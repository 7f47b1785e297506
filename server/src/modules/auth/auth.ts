// What the parts of project auth share: made once by the composition root.
import { Gate, KeyedGate } from '#platform/db/gate.ts'
import type { Platform } from '#platform/platform.ts'
import { PasswordAttempts } from '#platform/sessions/password-attempts.ts'
import { Windows } from '#platform/sessions/windows.ts'
import { ProviderClient } from './provider-client.ts'
import { SigningKeys } from './signing-keys.ts'

/** Auth is the state of project auth on one node. */
export interface Auth {
  readonly platform: Platform
  readonly signingKeys: SigningKeys
  readonly providers: ProviderClient
  /** attempts bounds the guessing of passwords. */
  readonly attempts: PasswordAttempts
  /** messages bounds the messages that are sent, in memory. */
  readonly messages: Windows
  /** write bounds the connections that write `users`, each a login of its own, of one project and in all. */
  write<T>(projectId: string, work: () => Promise<T>): Promise<T>
}

const MAX_WRITES = 8

// A project whose triggers take their time must not keep the users of all others waiting.
const PROJECT_WRITES = { running: 4, waiting: 2000 } as const

/** createAuth makes the state of project auth. */
export function createAuth(platform: Platform): Auth {
  const all = new Gate(MAX_WRITES)
  const projects = new KeyedGate(PROJECT_WRITES.running, PROJECT_WRITES.waiting)
  return {
    platform,
    signingKeys: new SigningKeys(platform),
    providers: new ProviderClient(platform),
    attempts: new PasswordAttempts(platform),
    messages: new Windows(),
    write: (projectId, work) => projects.run(projectId, () => all.run(work)),
  }
}
