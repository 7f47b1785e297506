import type { z } from 'zod'
import * as schema from '#modules/automation/functions/versions/functions.schema.ts'
import { findFunction } from '#modules/automation/functions/versions/functions.store.ts'
import { invalidInput, notFound } from '#platform/errors/app-error.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { withJson } from '#platform/http/answers/envelope.ts'
import { wholeAnswer } from '#platform/http/answers/minimal-answers.ts'
import { baseUrlOf } from '#platform/http/base-url.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { actorOf, projectOf } from '#platform/http/routes/request.ts'
import { section } from '#platform/http/routes/section.ts'
import type { Platform } from '#platform/platform.ts'
import { type Answer, badAnswer } from '#platform/workerd/invocation.ts'
import { NO_BODY, writeBody } from './answer-body.ts'
import { checkAccess, credentialsOf, functionCallerOf } from './callers.ts'
import { addressed } from './http-headers.ts'
import type { Called, Invoker } from './invoke.service.ts'
import { readAnswer } from './read-answer.ts'

const MAX_ANSWER = 6 * 1024 * 1024

/** invokeRoutes registers the route that invokes a function. */
export function invokeRoutes(app: App, platform: Platform, invoker: Invoker): void {
  const routes = section(app, {
    at: '/projects/:projectID/functions/:fnID/invoke',
    tag: 'Functions',
    group: 'functions',
    access: { by: ['dashboard', 'api_key', 'project_user'], scope: 'functions', level: 'write' },
    params: schema.functionParams,
    compressed: false,
  })

  routes.post(
    '',
    {
      summary: 'Invoke a function',
      description:
        'Runs the deployed version and answers 200 with the status, headers and body of its response. Callers need the ' +
        'access of the function: `authenticated` for users, `public` for publishable keys.',
      body: schema.invokeRequest,
      response: answers(200, schema.invokeAnswer),
      minimal: wholeAnswer,
      audit: false,
      bodyLimit: MAX_ANSWER,
    },
    async (request) => {
      const project = projectOf(request)
      const actor = actorOf(request)
      const row = await findFunction(platform.clusters.main.adminOf(project), project.id, request.params.fnID)
      if (row === undefined) throw notFound('The function')
      checkAccess(row, actor)
      if (row.version === null)
        throw invalidInput(
          `The function ${row.slug} was never deployed. Use POST …/functions/${row.id}/deploy.`,
        )
      const { method, path, headers } = request.body
      const base = baseUrlOf(platform.config, request)
      const began = performance.now()
      const called = await invoker.call(project, row.slug, {
        method,
        path,
        url: `${base}/fn/${project.id}/${row.slug}${path}`,
        base,
        ...written(request.body, { ...headers, ...addressed(request.address) }),
        caller: functionCallerOf(actor),
        credentials: credentialsOf(request),
        trigger: 'invoke',
      })
      const type = String(called.headers['content-type'] ?? '')
      const { json, body_base64 } =
        called.error === null
          ? await writeBody(platform.gates, tenantOf(project), type, await wholeBody(called, row.slug))
          : NO_BODY
      const trusted = actor.type === 'dashboard' || (actor.type === 'api_key' && actor.kind === 'secret')
      const about = {
        status: called.status,
        headers: plainHeaders(called.headers),
        body_base64,
        duration_ms: Math.round((performance.now() - began) * 100) / 100,
        invocation_id: called.invocation_id,
        error: called.error !== null && !trusted ? 'The function failed.' : called.error,
      }
      return withJson(about, 'body', json)
    },
  )
}

function written(
  { method, body, body_base64 }: z.output<typeof schema.invokeRequest>,
  given: Readonly<Record<string, string>>,
) {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  )
  for (const name of HOP_BY_HOP) delete headers[name]
  if (body === undefined || body === null) return { headers }
  if (method === 'GET' || method === 'HEAD') throw invalidInput(`body: a ${method} has no body.`)
  if (body_base64) {
    if (typeof body !== 'string') throw invalidInput('body must be text in base64, as body_base64 says.')
    return { headers, body: Buffer.from(body, 'base64') }
  }
  if (typeof body === 'string')
    return { headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers }, body: Buffer.from(body) }
  return {
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'content-length',
  'host',
  'expect',
]

// Cookies have commas of their own.
function plainHeaders(headers: Answer['headers']): Record<string, string | string[]> {
  const plain = Object.entries(headers).map(([name, value = '']) => [
    name,
    name === 'set-cookie' ? value : [value].flat().join(', '),
  ])
  return Object.fromEntries(plain)
}

async function wholeBody(called: Called, slug: string): Promise<Buffer> {
  const { body, truncated } = await readAnswer(called, MAX_ANSWER)
  if (!truncated) return body
  throw badAnswer(
    `The function ${slug} answered with more than ${MAX_ANSWER / 1024 / 1024} MB. Call it over HTTP, which streams.`,
  )
}
