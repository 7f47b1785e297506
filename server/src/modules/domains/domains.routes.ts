// Routes of domains: /projects/{projectID}/domains for dashboard users, and /domains/ask for the proxy in front.
import { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { only, wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import { CHALLENGE } from './domain-names.ts'
import * as schema from './domains.schema.ts'
import { addDomain, type Domains, removeDomain, verifyDomain } from './domains.service.ts'
import { type DomainRow, findDomain, listDomains } from './domains.store.ts'

/** domainRoutes registers the routes of domains. */
export function domainRoutes(app: App, domains: Domains): void {
  const { clusters, config, hosts } = domains.platform

  const routes = section(app, {
    at: '/projects/:projectID/domains',
    tag: 'Domains',
    access: { by: ['dashboard'], scope: 'domains' },
    params: projectParams,
  })

  routes.get(
    '',
    { summary: 'List domains', response: answers(200, z.array(schema.domain)) },
    async (request) => {
      const rows = await listDomains(clusters.main.admin, projectOf(request).id)
      return rows.map((row) => presentDomain(row, config))
    },
  )

  routes.post(
    '',
    {
      summary: 'Add a domain',
      description: 'The answer says which records the DNS needs. Then verify it.',
      body: schema.domainCreate,
      response: answers(201, schema.domain),
      minimal: wholeAnswer,
    },
    async (request) => {
      const row = await addDomain(domains, request.act, request.body.name)
      return presentDomain(row, config)
    },
  )

  routes.get(
    '/:domainID',
    { summary: 'Get a domain', params: schema.domainParams, response: answers(200, schema.domain) },
    async (request) => {
      const row = await findDomain(clusters.main.admin, projectOf(request).id, request.params.domainID)
      if (row === undefined) throw notFound('The domain')
      return presentDomain(row, config)
    },
  )

  routes.post(
    '/:domainID/verify',
    {
      summary: 'Verify a domain now',
      description: 'Asks the DNS for the records. The server does so by itself too, less often.',
      params: schema.domainParams,
      response: answers(200, schema.domain),
      limit: { name: 'domain-verify', of: 'address', limit: 60, window_seconds: 60 },
      minimal: only('id', 'status'),
    },
    async (request) => {
      const { act } = request
      return presentDomain(await verifyDomain(domains, act, request.params.domainID), config)
    },
  )

  routes.delete(
    '/:domainID',
    { summary: 'Remove a domain', params: schema.domainParams, response: answers(204) },
    (request) => removeDomain(domains, request.act, request.params.domainID),
  )

  const proxy = section(app, { at: '/domains', tag: 'Domains', access: { by: [] } })

  proxy.get(
    '/ask',
    {
      summary: 'Ask whether a certificate may be obtained for a host name',
      description: "For a proxy with on-demand TLS, such as Caddy's `ask`: 200 for verified domains only.",
      query: schema.askQuery,
      response: answers(200, schema.servedDomain),
      // All requests come from the proxy, whoever has made it ask.
      ownLimits: true,
      limit: { name: 'domain-ask', of: 'address', limit: 6000, window_seconds: 60 },
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
