// Routes of environment variables: /projects/{projectID}/env, with import and export of .env text beside them.
import { z } from 'zod'
import { invalidInput } from '#platform/errors/app-error.ts'
import { answers } from '#platform/http/openapi/openapi.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { RouteLimit } from '#platform/http/routes/rate-limits.ts'
import { section } from '#platform/http/routes/section.ts'
import { projectParams } from '#platform/http/routes/validation.ts'
import type { Platform } from '#platform/platform.ts'
import { forceQuery } from '#platform/references/references.ts'
import { EnvTextError, parseEnvText, writeEnvText } from './env-text.ts'
import * as schema from './environment.schema.ts'
import * as service from './environment.service.ts'
import type { VariableRow } from './environment.store.ts'
import { MAX_KEY, problemOf } from './variables.ts'

// Changes of one project: each leaves an entry in the audit log, and many at once are one.
const CHANGES: RouteLimit = { name: 'environment', of: 'project', limit: 300, window_seconds: 60 }

/** environmentRoutes registers the routes of environment variables. */
export function environmentRoutes(app: App, platform: Platform): void {
  const routes = section(app, {
    at: '/projects/:projectID/env',
    tag: 'Environment variables',
    access: { by: ['dashboard', 'api_key'], scope: 'env', secretOnly: true },
    params: projectParams,
  })

  routes.get(
    '',
    {
      summary: 'List environment variables',
      query: schema.environmentFilter,
      response: answers(200, z.array(schema.variable)),
    },
    (request) => service.listVariables(platform, request.act, request.query.environment),
  )

  routes.post(
    '',
    {
      summary: 'Create an environment variable',
      body: schema.variableCreate,
      response: answers(201, schema.writtenVariable),
      minimal: withoutValue,
      limit: CHANGES,
    },
    (request) => service.createVariable(platform, request.act, request.body),
  )

  routes.patch(
    '/:varID',
    {
      summary: 'Change an environment variable',
      params: schema.variableParams,
      body: schema.variableUpdate,
      response: answers(200, schema.writtenVariable),
      minimal: withoutValue,
      limit: CHANGES,
    },
    (request) => service.updateVariable(platform, request.act, request.params.varID, request.body),
  )

  routes.delete(
    '/:varID',
    {
      summary: 'Delete an environment variable',
      description:
        'One whose key stands in the running code of a function of its environment is a 409; `force=true` deletes it all ' +
        'the same.',
      params: schema.variableParams,
      query: forceQuery,
      response: answers(204),
      limit: CHANGES,
    },
    (request) => service.removeVariable(platform, request.act, request.params.varID, request.query.force),
  )

  routes.post(
    '/bulk',
    {
      summary: 'Write many environment variables',
      conflicts: true,
      description: 'Creates and changes all of them or none. Variables that are not named stay as they are.',
      body: schema.variablesWrite,
      response: answers(200, schema.writtenVariables),
      minimal: withoutValues,
      limit: CHANGES,
    },
    (request) => {
      const { environment, vars } = request.body
      return service.writeVariables(platform, request.act, environment, vars)
    },
  )

  routes.post(
    '/import',
    {
      summary: 'Import the text of a .env file',
      conflicts: true,
      description:
        'Reads the text as dotenv does, and writes its variables as /env/bulk. Errors name the line. With `base`, ' +
        'variables that others have changed meanwhile are a 409 (`changed_meanwhile`, `details.keys`).',
      body: schema.variablesImport,
      response: answers(200, schema.writtenVariables),
      minimal: withoutValues,
      limit: CHANGES,
    },
    (request) => {
      const { environment, text, replace, base, dry_run: dryRun } = request.body
      const options = { replace, dryRun, base }
      return service.writeVariables(platform, request.act, environment, readText(text), options)
    },
  )

  routes.get(
    '/export',
    {
      summary: 'Export an environment as the text of a .env file',
      query: schema.environmentChoice,
      response: answers(200, schema.exportedVariables),
    },
    async (request) => {
      const { environment } = request.query
      const variables = await service.listVariables(platform, request.act, environment)
      return { environment, ...writeEnvText(variables.map(({ key, value }) => [key, value])) }
    },
  )
}

function withoutValue({ value: _, ...rest }: VariableRow): Partial<VariableRow> {
  return rest
}

function withoutValues({ created, changed, unchanged, removed }: service.WrittenVariables) {
  return {
    created: created.map(withoutValue),
    changed: changed.map(withoutValue),
    unchanged: unchanged.map(withoutValue),
    removed: removed.map(withoutValue),
  }
}

function readText(text: string): Record<string, string> {
  try {
    const vars = parseEnvText(text)
    for (const [key, value] of Object.entries(vars)) {
      const problem = problemOf(key, value)
      if (problem !== undefined) throw invalidInput(`text: ${key.slice(0, MAX_KEY)}: ${problem}.`)
    }
    return vars
  } catch (error) {
    if (error instanceof EnvTextError) throw invalidInput(`text: ${error.message}`, { line: error.line })
    throw error
  }
}
