// Policies of a table, and what they decide.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { Policy, PolicyCreate, PolicyExplanation } from '#api/client/schemas.ts'
import { type Row, readRows, type TableOf } from './rows.ts'

const RLS = '/api/v1/projects/{projectID}/tables/{tableID}/rls'

/** policiesQuery is the policies of a table. */
export const policiesQuery = (projectID: string, tableID: string) =>
  queryOptions({
    queryKey: [...policiesKey(projectID), tableID],
    queryFn: ({ signal }) => data(client.GET(RLS, { params: { path: { projectID, tableID } }, signal })),
  })

/** policiesKey begins the keys of all policies of a project. */
export const policiesKey = (projectID: string) => ['projects', projectID, 'policies']

/** rolesQuery is the roles of a project. */
export const rolesQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'roles'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/roles', { params: { path: { projectID } }, signal })),
  })

/** savePolicy changes the policy `id`, or makes one. */
export async function savePolicy(
  { projectId: projectID, slug: tableID }: TableOf,
  id: string | undefined,
  body: PolicyCreate,
): Promise<Policy> {
  const path = { projectID, tableID }
  if (id === undefined) return data(client.POST(RLS, { params: { path }, body }))
  return data(client.PATCH(`${RLS}/{policyID}`, { params: { path: { ...path, policyID: id } }, body }))
}

/** removePolicy deletes a policy. */
export async function removePolicy(
  { projectId: projectID, slug: tableID }: TableOf,
  policyID: string,
): Promise<void> {
  await client.DELETE(`${RLS}/{policyID}`, { params: { path: { projectID, tableID, policyID } } })
}

/** Caller is whom the policies decide about: publishable keys, or an end user with the ids of their roles. */
export type Caller = { readonly key: 'publishable' } | { readonly user: string }

/** SeenRow is a row, and why the caller does not see it. */
export interface SeenRow {
  readonly row: Row
  readonly hidden: PolicyExplanation | undefined
}

/** TRIED_ROWS is how many rows are looked at. */
export const TRIED_ROWS = 20

/** seenRowsQuery is the newest rows of a table, and which of them a caller sees. */
export const seenRowsQuery = (table: TableOf, caller: Caller) =>
  queryOptions({
    queryKey: [...policiesKey(table.projectId), table.slug, 'seen', caller],
    queryFn: async ({ signal }): Promise<SeenRow[]> => {
      const rows = await readRows(table, { limit: TRIED_ROWS }, {}, signal)
      if (rows.length === 0) return []
      const as = 'key' in caller ? 'key:publishable' : `user:${caller.user}`
      const where = `(id.in.(${rows.map(({ id }) => id).join(',')}))`
      const seen = await readRows(table, { where, limit: TRIED_ROWS }, { 'x-msingi-as': as }, signal)
      const ids = new Set(seen.map(({ id }) => id))
      return Promise.all(
        rows.map(async (row) => ({
          row,
          hidden: ids.has(row.id) ? undefined : await explain(table, caller, row.id, signal),
        })),
      )
    },
    gcTime: 0,
    retry: false,
  })

async function explain(
  { projectId: projectID, slug: tableID }: TableOf,
  caller: Caller,
  row_id: string,
  signal: AbortSignal,
): Promise<PolicyExplanation> {
  const params = { path: { projectID, tableID } }
  const who = 'key' in caller ? caller : { user: { id: caller.user, claims: {}, ...(await rolesOf()) } }
  return data(client.POST(`${RLS}/explain`, { params, body: { action: 'select', row_id, ...who }, signal }))

  async function rolesOf() {
    if ('key' in caller) return {}
    const path = { projectID, userID: caller.user }
    const roles = await data(
      client.GET('/api/v1/projects/{projectID}/users/{userID}/roles', { params: { path }, signal }),
    )
    return { role_ids: roles.map(({ id }) => id) }
  }
}
