// The view of the screen of live changes, as the address has it.

/** TABS are the parts of the screen. */
export const TABS = ['inspector', 'explain', 'channels', 'settings'] as const

/** KINDS are what can arrive. */
export const KINDS = ['INSERT', 'UPDATE', 'DELETE', 'message', 'join', 'leave', 'ended'] as const

/** LiveSearch is what the address says: the part, what is listened to, the filters, and the form. */
export interface LiveSearch {
  readonly tab?: (typeof TABS)[number] | undefined
  readonly tables?: readonly string[] | undefined
  readonly channels?: readonly string[] | undefined
  readonly kind?: (typeof KINDS)[number] | undefined
  readonly text?: string | undefined
  readonly create?: boolean | undefined
}

const MOST = 32

/** namesOf reads a list of names. */
function namesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const names = [...new Set(value.map(String))].slice(0, MOST)
  return names.length === 0 ? undefined : names
}

/** liveSearchOf reads the address, and leaves out what it does not know. */
export function liveSearchOf(raw: Record<string, unknown>): LiveSearch {
  return {
    tab: TABS.find((tab) => tab === raw.tab),
    tables: namesOf(raw.tables),
    channels: namesOf(raw.channels),
    kind: KINDS.find((kind) => kind === raw.kind),
    text: raw.text === undefined || raw.text === '' ? undefined : String(raw.text),
    create: raw.create === true || undefined,
  }
}
