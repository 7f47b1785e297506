// The view of the settings of sign-in, as the address has it.

const TABS = ['settings', 'providers', 'messages', 'roles', 'hooks', 'keys', 'outbox'] as const
const KINDS = [
  ...(['otp', 'reset_password', 'sign_in_code'] as const),
  ...(['verify_email', 'magic_link', 'invitation'] as const),
] as const

/** AuthTab is a part of the screen. */
export type AuthTab = (typeof TABS)[number]

/** AuthSearch is what the address says: the part that is shown, the open form, and the kind of message that is edited. */
export interface AuthSearch {
  readonly tab?: AuthTab | undefined
  readonly create?: boolean | undefined
  readonly kind?: (typeof KINDS)[number] | undefined
}

/** authSearchOf reads the address, and leaves out what it does not know. */
export function authSearchOf(raw: Record<string, unknown>): AuthSearch {
  return {
    tab: TABS.find((tab) => tab === raw.tab),
    create: raw.create === true || undefined,
    kind: KINDS.find((kind) => kind === raw.kind),
  }
}
