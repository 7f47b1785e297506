// Routes of an organisation's provider and domains: /organisations/{organisationID}/sso.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#platform/audit/caller.ts'
import type { TxtRecords } from '#platform/dns/txt-records.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Platform } from '#platform/platform.ts'
import { addDomain, presentDomain, removeDomain, verifyDomain } from './domains.ts'
import { listDomains } from './settings.store.ts'
import { getSso, presentSso, putSso, removeSso } from './settings.ts'
import * as schema from './sso.schema.ts'

const tags = ['Single sign-on']
const access = { by: ['dashboard'], scope: 'sso' } as const
const path = '/organisations/:organisationID/sso'
const params = schema.organisationParams

/** settingsRoutes registers the routes of the provider and the domains. */
export function settingsRoutes(app: App, platform: Platform, records: TxtRecords): void {
  const { config } = platform
  const of = (request: FastifyRequest) => callerOf(request, platform.clock.now())

  app.get(
    path,
    {
      config: { access },
      schema: { tags, summary: 'Get the single sign-on', params, response: answers(200, schema.ssoSettings) },
    },
    async (request) =>
      presentSso(await getSso(platform, request.params.organisationID), baseUrlOf(config, request)),
  )

  app.put(
    path,
    {
      config: { access },
      schema: {
        tags,
        summary: 'Set the single sign-on',
        description:
          'Only owners can by default: who chooses the provider decides who comes in. It can be required once somebody ' +
          'has signed in through it.',
        conflicts: true,
        params,
        body: schema.ssoPut,
        response: answers(200, schema.ssoSettings),
      },
    },
    async (request) => {
      const saved = await putSso(platform, of(request), request.params.organisationID, request.body)
      return presentSso(saved, baseUrlOf(config, request))
    },
  )

  app.delete(
    path,
    {
      config: { access },
      schema: { tags, summary: 'Remove the single sign-on', params, response: answers(204) },
    },
    async (request, reply) => {
      await removeSso(platform, of(request), request.params.organisationID)
      return reply.code(204).send()
    },
  )

  app.get(
    `${path}/domains`,
    {
      config: { access },
      schema: {
        tags,
        summary: 'List the domains',
        params,
        response: answers(200, z.array(schema.ssoDomain)),
      },
    },
    async (request) =>
      (await listDomains(platform.clusters.main.admin, request.params.organisationID)).map(presentDomain),
  )

  app.post(
    `${path}/domains`,
    {
      config: { access, minimal: wholeAnswer },
      schema: {
        tags,
        summary: 'Add a domain',
        description: 'It counts once its DNS record is there and the domain was verified.',
        conflicts: true,
        params,
        body: schema.domainAdd,
        response: answers(201, schema.ssoDomain),
      },
    },
    async (request, reply) => {
      const { organisationID } = request.params
      const added = await addDomain(platform, of(request), organisationID, request.body.domain)
      reply.code(201)
      return added
    },
  )

  app.post(
    `${path}/domains/:domain/verify`,
    {
      config: {
        access,
        limit: { name: 'sso-domain-verify', limit: 30, window_seconds: 60 },
        minimal: wholeAnswer,
      },
      schema: {
        tags,
        summary: 'Verify a domain',
        description:
          'Looks for the record in DNS. A domain that has moved to you ends the proof of who had it before.',
        conflicts: true,
        params: schema.domainParams,
        response: answers(200, schema.ssoDomain),
      },
    },
    (request) => {
      const { organisationID, domain } = request.params
      return verifyDomain(platform, records, of(request), organisationID, domain)
    },
  )

  app.delete(
    `${path}/domains/:domain`,
    {
      config: { access },
      schema: { tags, summary: 'Remove a domain', params: schema.domainParams, response: answers(204) },
    },
    async (request, reply) => {
      const { organisationID, domain } = request.params
      await removeDomain(platform, of(request), organisationID, domain)
      return reply.code(204).send()
    },
  )
}
