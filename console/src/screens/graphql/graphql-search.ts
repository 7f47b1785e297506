// The view of the GraphQL screen, as the address has it.
import { callerOf } from '#api/data/seen-as.ts'

/** GraphqlSearch is what the address says: who calls, and what of the schema is shown. */
export interface GraphqlSearch {
  /** as is who calls, such as `user:<id>`; left out it is the viewer. */
  readonly as?: string | undefined
  readonly type?: string | undefined
  readonly search?: string | undefined
  readonly panel?: 'history' | undefined
}

const text = (value: unknown) => (value === undefined || value === '' ? undefined : String(value))

/** graphqlSearchOf reads the address, and leaves out what it does not know. */
export function graphqlSearchOf(raw: Record<string, unknown>): GraphqlSearch {
  return {
    as: callerOf(raw.as),
    type: text(raw.type),
    search: text(raw.search),
    panel: raw.panel === 'history' ? 'history' : undefined,
  }
}
