// The view of the users screen, as the address has it.
import type { UserFilter } from '#api/project/users.ts'

const STATES = ['active', 'deactivated'] as const
const SORTS = ['created_at', 'email', 'full_name'] as const
const FORMS = ['create', 'invite'] as const
const TABS = ['profile', 'access', 'roles'] as const

/** UserTab is a part of the page of a user. */
export type UserTab = (typeof TABS)[number]

/** UsersSearch is what the address says: the list with its filters and order, an open form, or the user that is open. */
export interface UsersSearch {
  readonly search?: string | undefined
  readonly state?: (typeof STATES)[number] | undefined
  readonly confirmed?: boolean | undefined
  readonly role?: string | undefined
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
    sort: SORTS.flatMap((sort) => [sort, `-${sort}`]).find((sort) => sort === raw.sort),
    form: FORMS.find((form) => form === raw.form),
    user: id(raw.user),
    tab: TABS.find((tab) => tab === raw.tab),
  }
}

/** filterOf returns what the API is asked for. */
export function filterOf({ state, confirmed, role, sort }: UsersSearch): UserFilter {
  const column = sort?.replace('-', '')
  const order = sort === undefined ? undefined : `${column}.${sort.startsWith('-') ? 'desc' : 'asc'}`
  const given = Object.entries({ state, confirmed, role_id: role, order })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}
