// Routes of an organisation's provider and domains: /organisations/{organisationID}/sso.
import { z } from 'zod'
import type { TxtRecords } from '#platform/dns/txt-records.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { addDomain, presentDomain, removeDomain, verifyDomain } from './domains.ts'
import { listDomains } from './settings.store.ts'
import { getSso, presentSso, putSso, removeSso } from './settings.ts'
import * as schema from './sso.schema.ts'

/** settingsRoutes registers the routes of the provider and the domains. */
export function settingsRoutes(app: App, platform: Platform, records: TxtRecords): void {
  const { config } = platform

  const routes = section(app, {
    at: '/organisations/:organisationID/sso',
    tag: 'Single sign-on',
    access: { by: ['dashboard'], scope: 'sso' },
    params: schema.organisationParams,
  })

  routes.get(
    '',
    { summary: 'Get the single sign-on', response: answers(200, schema.ssoSettings) },
    async (request) =>
      presentSso(await getSso(platform, request.params.organisationID), baseUrlOf(config, request)),
  )

  routes.put(
    '',
    {
      summary: 'Set the single sign-on',
      description:
        'Only owners can by default: who chooses the provider decides who comes in. It can be required once somebody ' +
        'has signed in through it.',
      conflicts: true,
      body: schema.ssoPut,
      response: answers(200, schema.ssoSettings),
    },
    async (request) => {
      const saved = await putSso(platform, request.act, request.params.organisationID, request.body)
      return presentSso(saved, baseUrlOf(config, request))
    },
  )

  routes.delete('', { summary: 'Remove the single sign-on', response: answers(204) }, (request) =>
    removeSso(platform, request.act, request.params.organisationID),
  )

  routes.get(
    '/domains',
    { summary: 'List the domains', response: answers(200, z.array(schema.ssoDomain)) },
    async (request) =>
      (await listDomains(platform.clusters.main.admin, request.params.organisationID)).map(presentDomain),
  )

  routes.post(
    '/domains',
    {
      summary: 'Add a domain',
      description: 'It counts once its DNS record is there and the domain was verified.',
      conflicts: true,
      body: schema.domainAdd,
      response: answers(201, schema.ssoDomain),
      minimal: wholeAnswer,
    },
    (request) => {
      const { organisationID } = request.params
      return addDomain(platform, request.act, organisationID, request.body.domain)
    },
  )

  routes.post(
    '/domains/:domain/verify',
    {
      summary: 'Verify a domain',
      description:
        'Looks for the record in DNS. A domain that has moved to you ends the proof of who had it before.',
      conflicts: true,
      params: schema.domainParams,
      response: answers(200, schema.ssoDomain),
      limit: { name: 'sso-domain-verify', of: 'address', limit: 30, window_seconds: 60 },
      minimal: wholeAnswer,
    },
    (request) => {
      const { organisationID, domain } = request.params
      return verifyDomain(platform, records, request.act, organisationID, domain)
    },
  )

  routes.delete(
    '/domains/:domain',
    { summary: 'Remove a domain', params: schema.domainParams, response: answers(204) },
    (request) => {
      const { organisationID, domain } = request.params
      return removeDomain(platform, request.act, organisationID, domain)
    },
  )
}
