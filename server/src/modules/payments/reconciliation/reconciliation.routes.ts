// Routes of reconciliation: /projects/{projectID}/payments/reconciliation.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { dbOf, type Payments } from '#payments/context/payments.ts'
import { CAUSES } from '#payments/model/causes.ts'
import { projectParams } from '#payments/model/settings.schema.ts'
import { auditSourceOf, recordAudit } from '#platform/audit/audit.ts'
import { invalidInput } from '#platform/errors/app-error.ts'
import { bodyLimitOf } from '#platform/http/bodies/body-limits.ts'
import { readBody } from '#platform/http/bodies/read-body.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { closeByHand } from './close-differences.ts'
import { noteWaiting } from './daily.ts'
import { type Difference, listDifferences } from './differences.store.ts'
import { importStatement } from './import-statement.ts'
import * as schema from './reconciliation.schema.ts'
import { listTotals } from './statements.store.ts'

const tags = ['Payments']
const access = { by: ['api_key', 'dashboard'], scope: 'payments', secretOnly: true } as const
const DAY_MS = 24 * 60 * 60 * 1000

/** reconciliationRoutes registers the routes of reconciliation. */
export function reconciliationRoutes(app: App, payments: Payments): void {
  const { clock } = payments.platform

  app.get(
    '/projects/:projectID/payments/reconciliation',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Compare transactions with what the providers say',
        description:
          'Each difference has its cause and what to do about it, and is listed until it is closed or has ended by itself. ' +
          'The totals are those of `from` to `to`.',
        params: projectParams,
        querystring: schema.reportQuery,
        response: answers(200, schema.report),
      },
    },
    async (request) => {
      const now = clock.now()
      const {
        to = new Date(now.getTime() + 1),
        from = new Date(to.getTime() - DAY_MS),
        state,
      } = request.query
      if (from >= to) throw invalidInput('from: must be before to.', { fields: ['from'] })
      const project = projectOf(request)
      const db = dbOf(payments, project)
      await noteWaiting(payments, project)
      const differences = (await listDifferences(db, project.id, state)).map(present)
      return { from, to, totals: await listTotals(db, project.id, from, to), differences }
    },
  )

  app.register(async (scope) => statementRoutes(scope as unknown as App, payments))

  app.post(
    '/projects/:projectID/payments/reconciliation/close',
    {
      config: { access },
      schema: {
        tags,
        summary: 'Close differences',
        description:
          'All of them or none. What is closed is not listed any more, and is opened again only where the provider says ' +
          'something else. Of a transaction whose outcome is open, resolve that instead (409). Audited.',
        params: projectParams,
        body: schema.closing,
        response: answers(200, z.array(schema.difference)),
      },
    },
    async (request) => {
      const source = auditSourceOf(request, clock.now())
      return (await closeByHand(payments, source, request.body)).map(present)
    },
  )
}

// Its own scope, as it takes CSV besides JSON.
function statementRoutes(app: App, payments: Payments): void {
  const { clock, clusters } = payments.platform
  app.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: Readable) => {
    const body = await readBody(request.headers, payload, bodyLimitOf(request))
    return { ...(request.query ?? {}), csv: textOf(body) }
  })

  app.post(
    '/projects/:projectID/payments/reconciliation/statements',
    {
      config: { access },
      bodyLimit: schema.MAX_STATEMENT + 1024,
      schema: {
        tags,
        summary: "Import a provider's statement",
        description:
          'CSV as the provider exports it, in JSON, or as a body of `text/csv` with the other fields in the query string. One of ' +
          'its first 20 lines names the columns. Lines are matched by receipt, reference and account number. The answer counts ' +
          'what became of them, and lists those that are neither settled nor matched. The same statement may be sent again; a line ' +
          'takes the place of the earlier one of its receipt.',
        params: projectParams,
        querystring: schema.statementQuery,
        body: schema.statementImport,
        response: answers(200, schema.imported),
      },
    },
    async (request) => {
      const project = projectOf(request)
      const file = { ...request.query, ...request.body }
      const done = await importStatement(payments, project, file)
      const source = auditSourceOf(request, clock.now())
      const { environment, lines, counts } = done
      const details = { provider: file.provider, environment, lines, ...counts }
      const entry = { action: 'payments.statement', target: project.id, details }
      await recordAudit(clusters.main.adminOf(project), source, entry)
      return done
    },
  )
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw invalidInput('The statement is not valid UTF-8. Export it as CSV, in UTF-8.')
  }
}

function present(difference: Difference) {
  return { ...difference, advice: CAUSES[difference.cause].advice }
}
