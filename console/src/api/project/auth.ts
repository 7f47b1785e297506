// How end users sign up and in: settings, providers, messages, roles and signing keys of a project.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type {
  AuthHooksUpdate,
  AuthSettingsUpdate,
  MessageKind,
  MessageTemplateUpdate,
  ProjectPermissionCreate,
  Provider,
  ProviderCreate,
  ProviderUpdate,
} from '#api/client/schemas.ts'
import { rolesQuery } from '#api/data/policies.ts'

const AUTH = '/api/v1/projects/{projectID}/auth'
const keyOf = (projectID: string, what: string) => ['projects', projectID, 'auth', what]

/** authSettingsQuery is the settings of sign-up, codes, tokens and redirects. */
export const authSettingsQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'settings'),
    queryFn: ({ signal }) =>
      data(client.GET(`${AUTH}/settings`, { params: { path: { projectID } }, signal })),
  })

/** setAuthSettings changes settings; what is left out keeps its value. */
export async function setAuthSettings(projectID: string, body: AuthSettingsUpdate): Promise<void> {
  const set = await data(client.PUT(`${AUTH}/settings`, { params: { path: { projectID } }, body }))
  queryClient.setQueryData(authSettingsQuery(projectID).queryKey, set)
}

/** providersQuery is the identity providers of a project. */
export const providersQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'providers'),
    queryFn: ({ signal }) =>
      data(client.GET(`${AUTH}/providers`, { params: { path: { projectID } }, signal })),
  })

const refreshProviders = (projectID: string) =>
  queryClient.invalidateQueries({ queryKey: providersQuery(projectID).queryKey })

/** createProvider adds an identity provider; its answer has the address to register with the provider. */
export async function createProvider(projectID: string, body: ProviderCreate): Promise<Provider> {
  const made = await data(client.POST(`${AUTH}/providers`, { params: { path: { projectID } }, body }))
  await refreshProviders(projectID)
  return made
}

/** updateProvider changes an identity provider; a secret that is left out stays. */
export async function updateProvider(
  projectID: string,
  provider: string,
  body: ProviderUpdate,
): Promise<Provider> {
  const params = { path: { projectID, provider } }
  const changed = await data(client.PATCH(`${AUTH}/providers/{provider}`, { params, body }))
  await refreshProviders(projectID)
  return changed
}

/** deleteProvider removes an identity provider; identities are kept, in case it is added again. */
export async function deleteProvider(projectID: string, provider: string): Promise<void> {
  await client.DELETE(`${AUTH}/providers/{provider}`, { params: { path: { projectID, provider } } })
  await refreshProviders(projectID)
}

/** templatesQuery is the text of each kind of message. */
export const templatesQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'templates'),
    queryFn: ({ signal }) =>
      data(client.GET(`${AUTH}/templates`, { params: { path: { projectID } }, signal })),
  })

/** setTemplate gives a kind of message a text of the project's own. */
export async function setTemplate(
  projectID: string,
  kind: MessageKind,
  body: MessageTemplateUpdate,
): Promise<void> {
  await client.PUT(`${AUTH}/templates/{kind}`, { params: { path: { projectID, kind } }, body })
  await queryClient.invalidateQueries({ queryKey: templatesQuery(projectID).queryKey })
}

/** resetTemplate gives a kind of message the default text again. */
export async function resetTemplate(projectID: string, kind: MessageKind): Promise<void> {
  await client.DELETE(`${AUTH}/templates/{kind}`, { params: { path: { projectID, kind } } })
  await queryClient.invalidateQueries({ queryKey: templatesQuery(projectID).queryKey })
}

/** signingKeysQuery is the public keys that verify access tokens. */
export const signingKeysQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'keys'),
    queryFn: async ({ signal }) => {
      const params = { path: { projectID } }
      const { data: set } = await client.GET(`${AUTH}/.well-known/jwks.json`, { params, signal })
      return set?.keys ?? []
    },
  })

/** rotateSigningKey signs with a new key from now on. */
export async function rotateSigningKey(projectID: string): Promise<void> {
  const set = await data(client.POST(`${AUTH}/keys/rotate`, { params: { path: { projectID } } }))
  queryClient.setQueryData(signingKeysQuery(projectID).queryKey, set.keys)
}

const OUTBOX_MS = 10_000

/** outboxQuery is the messages that were kept in development instead of being sent, the latest first. */
export const outboxQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'outbox'),
    queryFn: ({ signal }) => data(client.GET(`${AUTH}/outbox`, { params: { path: { projectID } }, signal })),
    refetchInterval: OUTBOX_MS,
    // What was sent a moment ago is what one comes to see.
    staleTime: 0,
  })

/** authHooksQuery is the functions that authentication asks. */
export const authHooksQuery = (projectID: string) =>
  queryOptions({
    queryKey: keyOf(projectID, 'hooks'),
    queryFn: ({ signal }) => data(client.GET(`${AUTH}/hooks`, { params: { path: { projectID } }, signal })),
  })

/** setAuthHooks changes hooks; null removes one, and what is left out stays. */
export async function setAuthHooks(projectID: string, body: AuthHooksUpdate): Promise<void> {
  const set = await data(client.PUT(`${AUTH}/hooks`, { params: { path: { projectID } }, body }))
  queryClient.setQueryData(authHooksQuery(projectID).queryKey, set)
}

const PERMISSIONS = '/api/v1/projects/{projectID}/permissions'

/** permissionsQuery is the names that roles can carry. */
export const permissionsQuery = (projectID: string) =>
  queryOptions({
    queryKey: ['projects', projectID, 'permissions'],
    queryFn: ({ signal }) => data(client.GET(PERMISSIONS, { params: { path: { projectID } }, signal })),
  })

/** createPermission adds a permission; 409 where its name is taken. */
export async function createPermission(projectID: string, body: ProjectPermissionCreate): Promise<void> {
  await client.POST(PERMISSIONS, { params: { path: { projectID } }, body })
  await queryClient.invalidateQueries({ queryKey: permissionsQuery(projectID).queryKey })
}

/** deletePermission takes a permission away from all roles. */
export async function deletePermission(projectID: string, permissionID: string): Promise<void> {
  const params = { path: { projectID, permissionID } }
  await client.DELETE(`${PERMISSIONS}/{permissionID}`, { params })
  await queryClient.invalidateQueries({ queryKey: permissionsQuery(projectID).queryKey })
  await queryClient.invalidateQueries({ queryKey: rolesQuery(projectID).queryKey })
}

/** saveRole changes the role `id` of a project, or makes one. */
export async function saveRole(
  projectID: string,
  id: string | undefined,
  body: { name: string; description: string | null; permission_ids: string[] },
): Promise<void> {
  const ROLES = '/api/v1/projects/{projectID}/roles'
  if (id === undefined) await client.POST(ROLES, { params: { path: { projectID } }, body })
  else await client.PATCH(`${ROLES}/{roleID}`, { params: { path: { projectID, roleID: id } }, body })
  await queryClient.invalidateQueries({ queryKey: rolesQuery(projectID).queryKey })
}

/** deleteRole deletes a role; forced, it is taken away from all who have it. */
export async function deleteRole(projectID: string, roleID: string, force: boolean): Promise<void> {
  const params = { path: { projectID, roleID }, query: { force } }
  await client.DELETE('/api/v1/projects/{projectID}/roles/{roleID}', { params })
  await queryClient.invalidateQueries({ queryKey: rolesQuery(projectID).queryKey })
}
