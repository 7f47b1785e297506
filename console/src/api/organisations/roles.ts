// Roles of organisations, and what each allows.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'

/** rolesQuery is the built-in roles and then those of the organisation. */
export const rolesQuery = (organisation_id: string) =>
  queryOptions({
    queryKey: ['rbac', organisation_id, 'roles'],
    queryFn: ({ signal }) =>
      data(client.GET('/api/v1/rbac/roles', { params: { query: { organisation_id } }, signal })),
  })
