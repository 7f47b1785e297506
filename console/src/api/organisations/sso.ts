// The single sign-on of an organisation: its provider, and the domains whose members it lets in.
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#api/client/api-error.ts'
import { client, data } from '#api/client/client.ts'
import { queryClient } from '#api/client/query-client.ts'
import type { SsoDomain, SsoSettingsWrite } from '#api/client/schemas.ts'

const SSO = '/api/v1/organisations/{organisationID}/sso'

/** ssoQuery is the settings of the provider; null where none is set up. */
export const ssoQuery = (organisationID: string) =>
  queryOptions({
    queryKey: ['organisations', organisationID, 'sso'],
    queryFn: async ({ signal }) => {
      try {
        return await data(client.GET(SSO, { params: { path: { organisationID } }, signal }))
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** setSso sets the provider; a secret that is left out stays. */
export async function setSso(organisationID: string, body: SsoSettingsWrite): Promise<void> {
  const set = await data(client.PUT(SSO, { params: { path: { organisationID } }, body }))
  queryClient.setQueryData(ssoQuery(organisationID).queryKey, set)
}

/** removeSso ends single sign-on: members stay, and sign in with their passwords. */
export async function removeSso(organisationID: string): Promise<void> {
  await client.DELETE(SSO, { params: { path: { organisationID } } })
  queryClient.setQueryData(ssoQuery(organisationID).queryKey, null)
}

/** ssoDomainsQuery is the domains with the DNS record that proves each. */
export const ssoDomainsQuery = (organisationID: string) =>
  queryOptions({
    queryKey: ['organisations', organisationID, 'sso-domains'],
    queryFn: ({ signal }) =>
      data(client.GET(`${SSO}/domains`, { params: { path: { organisationID } }, signal })),
  })

const refreshDomains = (organisationID: string) =>
  queryClient.invalidateQueries({ queryKey: ssoDomainsQuery(organisationID).queryKey })

/** addSsoDomain adds a domain, which lets nobody in until it is verified. */
export async function addSsoDomain(organisationID: string, domain: string): Promise<SsoDomain> {
  const params = { path: { organisationID } }
  const added = await data(client.POST(`${SSO}/domains`, { params, body: { domain } }))
  await refreshDomains(organisationID)
  return added
}

/** verifySsoDomain looks for the record; 409 while it is not there. */
export async function verifySsoDomain(organisationID: string, domain: string): Promise<void> {
  await client.POST(`${SSO}/domains/{domain}/verify`, { params: { path: { organisationID, domain } } })
  await refreshDomains(organisationID)
}

/** removeSsoDomain has the provider let nobody in with an address of the domain. */
export async function removeSsoDomain(organisationID: string, domain: string): Promise<void> {
  await client.DELETE(`${SSO}/domains/{domain}`, { params: { path: { organisationID, domain } } })
  await refreshDomains(organisationID)
}
