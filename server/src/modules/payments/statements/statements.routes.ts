// Routes of statements: /projects/{projectID}/payments/reconciliation/statements and /imports.

import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { managedSection } from '#modules/payments/context/managed-section.ts'
import { dbOf, type Payments } from '#modules/payments/context/payments.ts'
import { recordCommitted } from '#platform/audit/audit.ts'
import { invalidInput, notFound } from '#platform/errors/app-error.ts'
import { bodyLimitOf } from '#platform/http/bodies/body-limits.ts'
import { readBody } from '#platform/http/bodies/read-body.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import { projectOf } from '#platform/http/routes/request.ts'
import { importStatement } from './import-statement.ts'
import { findImport, listImports } from './imports.store.ts'
import * as schema from './statements.schema.ts'
import { undoImport } from './undo-import.ts'

/** statementRoutes registers the routes of statements in a scope of their own, as one takes CSV besides JSON. */
export function statementRoutes(app: App, payments: Payments): void {
  app.register(async (scope) => register(scope as unknown as App, payments))
}

function register(app: App, payments: Payments): void {
  app.addContentTypeParser('text/csv', async (request: FastifyRequest, payload: Readable) => {
    const body = await readBody(request.headers, payload, bodyLimitOf(request))
    return { ...(request.query ?? {}), csv: textOf(body) }
  })

  const routes = managedSection(app, '/reconciliation')

  routes.post(
    '/statements',
    {
      summary: "Import a provider's statement",
      description:
        'CSV as the provider exports it, in JSON, or as a body of `text/csv` with the other fields in the query string. One of ' +
        'its first 20 lines names the columns. Lines are matched by receipt, reference and account number; one takes the place ' +
        'of the earlier one of its receipt, so that a statement may be sent again. The answer lists lines that are neither ' +
        'settled nor matched.',
      query: schema.statementQuery,
      body: schema.statementImport,
      response: answers(200, schema.imported),
      bodyLimit: schema.MAX_STATEMENT + 1024,
    },
    async (request) => {
      const project = projectOf(request)
      const file = { ...request.query, ...request.body }
      const { act } = request
      const done = await importStatement(payments, act, file)
      const { id, provider, environment, lines, counts } = done
      const details = { import: id, provider, environment, lines, ...counts }
      recordCommitted(act, { action: 'payments.statement', target: project.id, details })
      return done
    },
  )

  routes.get(
    '/imports',
    {
      summary: 'List the imports of statements',
      description: 'At most 1000, the latest first.',
      response: answers(200, z.array(schema.statementImported)),
    },
    async (request) => {
      const project = projectOf(request)
      return listImports(dbOf(payments, project), project.id)
    },
  )

  routes.get(
    '/imports/:importID',
    {
      summary: 'Get an import of a statement',
      description: 'With the lines that were not taken.',
      params: schema.importParams,
      response: answers(200, schema.importFound),
    },
    async (request) => {
      const project = projectOf(request)
      const found = await findImport(dbOf(payments, project), project.id, request.params.importID)
      if (found === undefined) throw notFound('An import')
      return found
    },
  )

  routes.delete(
    '/imports/:importID',
    {
      summary: 'Undo an import of a statement',
      description:
        'Its lines are deleted, and the differences that it has raised are closed. Transactions that it has completed stay ' +
        'completed, and lines that it has replaced do not come back. Audited.',
      params: schema.importParams,
      response: answers(204),
    },
    (request) => undoImport(payments, request.act, request.params.importID),
  )
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw invalidInput('The statement is not valid UTF-8. Export it as CSV, in UTF-8.')
  }
}
