// The first account: in production only who can read the server's log makes it, with the setup token.
import { timingSafeEqual } from 'node:crypto'
import type { MasterKey } from '#platform/crypto/keys.ts'
import { forbidden } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import { hasAccounts } from './accounts.store.ts'

/** setupToken returns the token that makes the first account in production. It is the same on every node. */
export function setupToken(keys: MasterKey): string {
  return keys.derive('setup-token').toString('base64url')
}

/** checkSetupToken throws 403 unless this is the setup token of the server. */
export function checkSetupToken({ keys }: Platform, token: string | undefined): void {
  const expected = Buffer.from(setupToken(keys))
  const given = Buffer.from(token ?? '')
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw forbidden(
    'turned_off',
    'The first account requires the setup token. The log of the server shows a link with it at each start.',
  )
}

/** SetupState is who can register: anybody, who has the setup token, or who has an invitation. */
export interface SetupState {
  readonly has_accounts: boolean
  readonly registration: 'open' | 'setup_token' | 'invitation'
}

/** readSetupState returns who can register now. */
export async function readSetupState({ clusters, config }: Platform): Promise<SetupState> {
  const has_accounts = await hasAccounts(clusters.main.admin)
  if (!config.production) return { has_accounts, registration: 'open' }
  return { has_accounts, registration: has_accounts ? 'invitation' : 'setup_token' }
}
