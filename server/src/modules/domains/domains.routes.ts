// Routes of domains: /projects/{projectID}/domains for dashboard users, and /domains/ask for the proxy in front.
import { z } from 'zod'
import { auditSourceOf } from '#platform/audit/audit.ts'
import type { Config } from '#platform/config/config.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { only, wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { CHALLENGE } from './domain-names.ts'
import * as schema from './domains.schema.ts'
import { addDomain, type Domains, removeDomain, verifyDomain } from './domains.service.ts'
import { type DomainRow, findDomain, listDomains } from './domains.store.ts'

const tags = ['Domains']

/** domainRoutes registers the routes of domains. */
export function domainRoutes(app: App, domains: Domains): void {
  const { clock, clusters, config, hosts } = domains.platform
  const own = { access: { by: ['dashboard'], scope: 'domains' } } as const

  app.get(
    '/projects/:projectID/domains',
    {
      config: own,
      schema: {
        tags,
        summary: 'List domains',
        params: schema.domainsParams,
        response: answers(200, z.array(schema.domain)),
      },
    },
    async (request) => {
      const rows = await listDomains(clusters.main.admin, projectOf(request).id)
      return rows.map((row) => presentDomain(row, config))
    },
  )

  app.post(
    '/projects/:projectID/domains',
    {
      config: { ...own, minimal: wholeAnswer },
      schema: {
        tags,
        summary: 'Add a domain',
        description: 'The answer says which records the DNS needs. Then verify it.',
        params: schema.domainsParams,
        body: schema.domainCreate,
        response: answers(201, schema.domain),
      },
    },
    async (request, reply) => {
      const row = await addDomain(domains, auditSourceOf(request, clock.now()), request.body.name)
      reply.code(201)
      return presentDomain(row, config)
    },
  )

  app.get(
    '/projects/:projectID/domains/:domainID',
    {
      config: own,
      schema: {
        tags,
        summary: 'Get a domain',
        params: schema.domainParams,
        response: answers(200, schema.domain),
      },
    },
    async (request) => {
      const row = await findDomain(clusters.main.admin, projectOf(request).id, request.params.domainID)
      if (row === undefined) throw notFound('The domain')
      return presentDomain(row, config)
    },
  )

  app.post(
    '/projects/:projectID/domains/:domainID/verify',
    {
      config: {
        ...own,
        limit: { name: 'domain-verify', limit: 60, window_seconds: 60 },
        minimal: only('id', 'status'),
      },
      schema: {
        tags,
        summary: 'Verify a domain now',
        description: 'Asks the DNS for the records. The server does so by itself too, less often.',
        params: schema.domainParams,
        response: answers(200, schema.domain),
      },
    },
    async (request) => {
      const source = auditSourceOf(request, clock.now())
      return presentDomain(await verifyDomain(domains, source, request.params.domainID), config)
    },
  )

  app.delete(
    '/projects/:projectID/domains/:domainID',
    {
      config: own,
      schema: { tags, summary: 'Remove a domain', params: schema.domainParams, response: answers(204) },
    },
    async (request, reply) => {
      await removeDomain(domains, auditSourceOf(request, clock.now()), request.params.domainID)
      return reply.code(204).send()
    },
  )

  app.get(
    '/domains/ask',
    {
      config: {
        access: { by: [] },
        // All requests come from the proxy, whoever has made it ask.
        ownLimits: true,
        limit: { name: 'domain-ask', limit: 6000, window_seconds: 60 },
      },
      schema: {
        tags,
        summary: 'Ask whether a certificate may be obtained for a host name',
        description: "For a proxy with on-demand TLS, such as Caddy's `ask`: 200 for verified domains only.",
        querystring: schema.askQuery,
        response: answers(200, schema.servedDomain),
      },
    },
    async (request) => {
      const name = request.query.domain.toLowerCase()
      if (!hosts.has(name)) throw notFound('The domain')
      return { domain: name }
    },
  )
}

function presentDomain(row: DomainRow, { publicUrl }: Pick<Config, 'publicUrl'>) {
  const { token, has_token, has_address, ...shown } = row
  const target = publicUrl === undefined ? null : new URL(publicUrl).hostname
  return {
    ...shown,
    records: [
      { type: 'TXT' as const, name: `${CHALLENGE}.${row.name}`, value: token, found: has_token },
      { type: 'CNAME' as const, name: row.name, value: target, found: has_address },
    ],
  }
}
