// What the address of the screen says.
import type { EnvironmentName } from '#api/client/schemas.ts'

/** ENVIRONMENTS are the sets of variables that each project has. */
export const ENVIRONMENTS: readonly EnvironmentName[] = ['production', 'preview', 'development']

/** EnvironmentSearch is the tab, what is looked for, and the form or the secret that is open. */
export interface EnvironmentSearch {
  readonly tab?: 'secrets' | undefined
  readonly environment?: EnvironmentName | undefined
  readonly search?: string | undefined
  readonly form?: 'create' | 'bulk' | undefined
  readonly secret?: string | undefined
}

/** environmentSearchOf reads an address, whatever it says. */
export function environmentSearchOf(given: Record<string, unknown>): EnvironmentSearch {
  const { tab, environment, search, form, secret } = given
  return {
    tab: tab === 'secrets' ? tab : undefined,
    environment: ENVIRONMENTS.find((one) => one === environment),
    search: search === undefined || search === '' ? undefined : String(search),
    form: form === 'create' || form === 'bulk' ? form : undefined,
    secret: typeof secret === 'string' && secret !== '' ? secret : undefined,
  }
}

/** matches reports whether a name contains what is searched for, in upper or lower case. */
export function matches(search: string, ...texts: readonly (string | null)[]): boolean {
  const wanted = search.trim().toLowerCase()
  return texts.some((text) => text?.toLowerCase().includes(wanted))
}
