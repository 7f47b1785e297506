// The view of the users screen, as the address has it.

import type { UserFilter } from '#api/project/users.ts'
import { momentIn } from '#ui/lists/span.ts'

const STATES = ['active', 'deactivated'] as const
const SORTS = ['created_at', 'email', 'full_name'] as const
const FORMS = ['create', 'invite'] as const
const SPANS = { day: 1, week: 7, month: 30 } as const
const DAY_MS = 86_400_000
const TABS = ['profile', 'access', 'roles'] as const

/** UserTab is a part of the page of a user. */
export type UserTab = (typeof TABS)[number]

/** UsersSearch is what the address says: the list with its filters and order, an open form, or the user that is open. */
export interface UsersSearch {
  readonly search?: string | undefined
  readonly state?: (typeof STATES)[number] | undefined
  readonly confirmed?: boolean | undefined
  readonly role?: string | undefined
  readonly provider?: string | undefined
  /** span, since and until are when they were created. */
  readonly span?: keyof typeof SPANS | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly sort?: string | undefined
  readonly form?: (typeof FORMS)[number] | undefined
  readonly user?: string | undefined
  readonly tab?: UserTab | undefined
}

const ID = /^[0-9a-f-]{36}$/i
const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))
const id = (value: unknown) => (typeof value === 'string' && ID.test(value) ? value : undefined)

/** usersSearchOf reads the address, and leaves out what it does not know. */
export function usersSearchOf(raw: Record<string, unknown>): UsersSearch {
  return {
    search: text(raw.search),
    state: STATES.find((state) => state === raw.state),
    confirmed: typeof raw.confirmed === 'boolean' ? raw.confirmed : undefined,
    role: id(raw.role),
    provider: text(raw.provider),
    span: Object.keys(SPANS).find((span): span is keyof typeof SPANS => span === raw.span),
    since: momentIn(raw.since),
    until: momentIn(raw.until),
    sort: SORTS.flatMap((sort) => [sort, `-${sort}`]).find((sort) => sort === raw.sort),
    form: FORMS.find((form) => form === raw.form),
    user: id(raw.user),
    tab: TABS.find((tab) => tab === raw.tab),
  }
}

/** filterOf returns what the API is asked for; spans begin at a full minute, so that the same list stays in memory. */
export function filterOf(search: UsersSearch, now: number): UserFilter {
  const { state, confirmed, role, provider, sort, span, since, until } = search
  const column = sort?.replace('-', '')
  const order = sort === undefined ? undefined : `${column}.${sort.startsWith('-') ? 'desc' : 'asc'}`
  const first =
    span === undefined
      ? since
      : new Date(Math.floor((now - SPANS[span] * DAY_MS) / 60_000) * 60_000).toISOString()
  const created = { created_after: first, created_before: span === undefined ? until : undefined }
  const given = Object.entries({ state, confirmed, role_id: role, provider, order, ...created })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
