// The view of the server screen, as the address has it.

/** TABS are the parts of the screen. */
export const TABS = ['health', 'organisations', 'projects', 'operators', 'settings'] as const

/** ServerSearch is what the address says: the part, and what is searched for in its list. */
export interface ServerSearch {
  readonly tab?: (typeof TABS)[number] | undefined
  readonly search?: string | undefined
}

/** serverSearchOf reads the address, and leaves out what it does not know. */
export function serverSearchOf({ tab, search }: Record<string, unknown>): ServerSearch {
  return {
    tab: TABS.find((one) => one === tab),
    search: search === undefined || search === '' ? undefined : String(search),
  }
}
