// Policies of a table.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import type { Policy, PolicyCreate } from '#api/client/schemas.ts'
import type { TableOf } from './rows.ts'

/** RLS is the address of the policies of a table. */
export const RLS = '/api/v1/projects/{projectID}/tables/{tableID}/rls'

/** policiesQuery is the policies of a table. */
export const policiesQuery = (projectID: string, tableID: string) =>
  queryOptions({
    queryKey: [...policiesKey(projectID), tableID],
    queryFn: ({ signal }) => data(client.GET(RLS, { params: { path: { projectID, tableID } }, signal })),
  })

/** openTablesQuery is what the policies of all tables leave open. */
export const openTablesQuery = (projectID: string) =>
  queryOptions({
    queryKey: [...policiesKey(projectID), '', 'open'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/rls', { params: { path: { projectID } }, signal })),
  })

/** policiesKey begins the keys of all policies of a project. */
export const policiesKey = (projectID: string) => ['projects', projectID, 'policies']

/** conditionQuery is whether a condition of a policy is accepted, and if not, why and where. */
export const conditionQuery = ({ projectId: projectID, slug: tableID }: TableOf, condition: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'condition', tableID, condition],
    queryFn: ({ signal }) =>
      data(
        client.POST(`${RLS}/check`, {
          params: { path: { projectID, tableID } },
          body: { condition },
          signal,
        }),
      ),
    gcTime: 0,
    retry: false,
  })

/** rolesQuery is the roles of a project. */
export const rolesQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'roles'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/projects/{projectID}/roles', { params: { path: { projectID } }, signal })),
  })

/** createPolicy makes a policy. */
export function createPolicy(
  { projectId: projectID, slug: tableID }: TableOf,
  body: PolicyCreate,
): Promise<Policy> {
  return data(client.POST(RLS, { params: { path: { projectID, tableID } }, body }))
}

/** updatePolicy changes what of a policy is given. */
export function updatePolicy(
  { projectId: projectID, slug: tableID }: TableOf,
  policyID: string,
  body: Partial<PolicyCreate>,
): Promise<Policy> {
  return data(client.PATCH(`${RLS}/{policyID}`, { params: { path: { projectID, tableID, policyID } }, body }))
}

/** removePolicy deletes a policy. */
export async function removePolicy(
  { projectId: projectID, slug: tableID }: TableOf,
  policyID: string,
): Promise<void> {
  await client.DELETE(`${RLS}/{policyID}`, { params: { path: { projectID, tableID, policyID } } })
}
