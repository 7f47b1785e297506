// How end users sign up and in: settings, providers, messages, roles and signing keys of a project.
import { queryOptions } from '@tanstack/react-query'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type {
  AuthSettingsUpdate,
  MessageKind,
  MessageTemplateUpdate,
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

/** saveRole changes the role `id` of a project, or makes one. */
export async function saveRole(
  projectID: string,
  id: string | undefined,
  body: { name: string; description: string | null },
): Promise<void> {
  const ROLES = '/api/v1/projects/{projectID}/roles'
  if (id === undefined)
    await client.POST(ROLES, { params: { path: { projectID } }, body: { ...body, permission_ids: [] } })
  else await client.PATCH(`${ROLES}/{roleID}`, { params: { path: { projectID, roleID: id } }, body })
  await queryClient.invalidateQueries({ queryKey: rolesQuery(projectID).queryKey })
}

/** deleteRole takes a role away from all who have it. */
export async function deleteRole(projectID: string, roleID: string): Promise<void> {
  const params = { path: { projectID, roleID } }
  await client.DELETE('/api/v1/projects/{projectID}/roles/{roleID}', { params })
  await queryClient.invalidateQueries({ queryKey: rolesQuery(projectID).queryKey })
}
