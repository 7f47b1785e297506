// What goes in and out of the routes of functions.
import { z } from 'zod'
import { MAX_SOURCE_BYTES, sourceFiles } from '#modules/automation/functions/bundle/source-files.ts'
import { allowedHost, projectParams, queryNumber, uuid } from '#platform/http/routes/validation.ts'

/** DEFAULT_TIMEOUT_MS and MAX_TIMEOUT_MS bound how long an invocation may take. */
const DEFAULT_TIMEOUT_MS = 30_000
const MAX_TIMEOUT_MS = 300_000
const MAX_CONCURRENCY = 200

const runtime = z
  .enum(['javascript', 'typescript'])
  .describe('The language of the files. Types of TypeScript are removed, not checked.')
  .meta({ id: 'FunctionRuntime' })

const access = z
  .enum(['private', 'authenticated', 'public'])
  .describe(
    'Who may call it: `private` secret keys and dashboard users, `authenticated` signed-in users too, `public` everybody.',
  )
  .meta({ id: 'FunctionAccess' })

const environment = z.enum(['production', 'preview', 'development'])

const code = z
  .string()
  .refine(
    (text) => Buffer.byteLength(text) <= MAX_SOURCE_BYTES,
    `must have at most ${MAX_SOURCE_BYTES / 1024} KB`,
  )
  .describe('The text of the entry, `index.ts` or `index.js` by the runtime.')

const settings = {
  name: z.string().trim().min(1).max(100),
  access,
  environment: environment.describe('The environment whose variables the function receives.'),
  timeout_ms: z.int().min(100).max(MAX_TIMEOUT_MS).describe('Milliseconds that one invocation may take.'),
  concurrency: z.int().min(1).max(MAX_CONCURRENCY).describe('Invocations at the same time on each node.'),
  allowed_hosts: z
    .array(allowedHost)
    .max(100)
    .nullable()
    .describe(
      'The only hosts that `fetch` of the function reaches, `*.example.com` for all below; null for all public ones.',
    ),
}

/** functionCreate is the body of POST /functions. */
export const functionCreate = z
  .strictObject({
    ...settings,
    slug: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be lower-case letters, digits and hyphens')
      .optional()
      .describe('The name in addresses; by default made from the name.'),
    runtime: runtime.default('typescript'),
    code: code.optional(),
    files: sourceFiles.optional(),
    access: access.default('private'),
    environment: settings.environment.default('production'),
    timeout_ms: settings.timeout_ms.default(DEFAULT_TIMEOUT_MS),
    concurrency: settings.concurrency.default(50),
    allowed_hosts: settings.allowed_hosts.default(null),
  })
  .meta({ id: 'FunctionCreate' })

/** functionUpdate is the body of PATCH /functions/{fnID}. */
export const functionUpdate = z
  .strictObject({ ...settings, code, files: sourceFiles })
  .partial()
  .meta({ id: 'FunctionUpdate' })

/** functionSummary is a function as lists show it. */
export const functionSummary = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    ...settings,
    runtime,
    url: z.string().describe('Where it answers over HTTP, with any path behind it.'),
    version: z.int().nullable().describe('The version that runs, or null before the first deployment.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'FunctionSummary' })

/** functionDetail is a function with its draft. */
export const functionDetail = functionSummary
  .extend({
    code: z.string().describe('The text of the entry of the draft.'),
    files: sourceFiles,
    changed: z.boolean().describe('Whether the draft is not what runs.'),
  })
  .meta({ id: 'Function' })

/** functionVersion is one deployment. */
export const functionVersion = z
  .object({
    version: z.int(),
    runtime,
    bytes: z.int().describe('The size of the bundle.'),
    created_by: z.string(),
    created_at: z.iso.datetime(),
    live: z.boolean(),
  })
  .meta({ id: 'FunctionVersion' })

/** functionVersionDetail is one deployment with its source. */
export const functionVersionDetail = functionVersion
  .extend({ files: sourceFiles })
  .meta({ id: 'FunctionVersionDetail' })

/** rollbackRequest is the body of POST /functions/{fnID}/rollback. */
export const rollbackRequest = z.strictObject({ version: z.int().min(1) }).meta({ id: 'FunctionRollback' })

/** invokeRequest is the body of POST /functions/{fnID}/invoke. */
export const invokeRequest = z
  .strictObject({
    method: z
      .string()
      .toUpperCase()
      .pipe(z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']))
      .default('POST'),
    path: z
      .string()
      .max(4096)
      .regex(/^\/[\x21-\x7e]*$/, 'must begin with / and be encoded as in a URL')
      .default('/'),
    headers: z
      .record(
        z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'is no name of a header'),
        z
          .string()
          .max(8192)
          .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'holds characters that no header can have'),
      )
      .default({}),
    body: z.unknown().optional().describe('Text is sent as it is, anything else as JSON.'),
    body_base64: z.boolean().default(false).describe('Whether `body` is base64 of bytes.'),
  })
  .prefault({})
  .meta({ id: 'FunctionInvoke' })

/** invokeAnswer is what an invocation answered. */
export const invokeAnswer = z
  .object({
    status: z.int(),
    headers: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .describe('Values of one name are joined by commas; `set-cookie` is a list.'),
    body: z.unknown().describe('Parsed where it is JSON, text where it is text, base64 otherwise.'),
    body_base64: z.boolean(),
    duration_ms: z.number(),
    invocation_id: z.uuid(),
    error: z.string().nullable().describe('What the function threw, for dashboard users and secret keys.'),
  })
  .meta({ id: 'FunctionResponse' })

const level = z.enum(['debug', 'info', 'log', 'warn', 'error'])

/** logLine is one line of a function's log. */
export const logLine = z
  .object({
    id: z.string(),
    invocation_id: z.uuid(),
    level,
    message: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'FunctionLogLine' })

/** logQuery filters the log. */
export const logQuery = z.object({
  level: level.optional().describe('Lines of this level alone.'),
  search: z.string().max(200).optional().describe('Lines that contain this text, in any case.'),
  invocation_id: uuid.optional(),
  limit: queryNumber(1, 1000, 200),
})

/** invocation is one line of a function's history. */
export const invocation = z
  .object({
    id: z.uuid(),
    version: z.int(),
    trigger: z.string().describe('`http`, `invoke`, or what else has started it.'),
    caller: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    duration_ms: z.number(),
    cpu_ms: z
      .number()
      .nullable()
      .describe(
        "Processor time of the project's process meanwhile; null where it ran other invocations too, or there was no answer.",
      ),
    memory_bytes: z
      .int()
      .nullable()
      .describe(
        "Memory of the project's process at the end, which its functions share; null where there was no answer.",
      ),
    error: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'FunctionInvocation' })

const figures = {
  invocations: z.int(),
  errors: z
    .object({
      threw: z.int().describe('The function threw, or could not be loaded.'),
      answered_5xx: z.int().describe('It answered with a status of 500 or above.'),
      timed_out: z.int(),
      unavailable: z.int().describe('Its process was ended, or could not be started.'),
      refused: z.int().describe('The project had too many invocations at once.'),
      not_sent: z.int().describe('The answer was broken off, by the function or by the caller.'),
    })
    .meta({ id: 'FunctionErrorCounts' }),
  duration_ms: z
    .object({ p50: z.number().nullable(), p95: z.number().nullable(), p99: z.number().nullable() })
    .describe('Percentiles in milliseconds; null where nothing was invoked.')
    .meta({ id: 'FunctionDurations' }),
  cpu_ms: z
    .object({
      invocations: z.int().describe('Of how many it is known.'),
      sum: z.number(),
      average: z.number().nullable(),
    })
    .describe('Processor time in milliseconds, of the invocations for which it is known.')
    .meta({ id: 'FunctionProcessorTime' }),
  memory_bytes: z
    .int()
    .nullable()
    .describe("The most that the project's process had at the end of one; null where it is not known."),
}

/** figuresQuery says for how long. */
export const figuresQuery = z.object({ hours: queryNumber(1, 168, 24) })

/** functionFigures are counts, errors, durations and processor time, for all the time and by the hour. */
export const functionFigures = z
  .object({
    from: z.iso
      .datetime()
      .describe('Later than what was asked for where there were more than 100,000 invocations.'),
    to: z.iso.datetime(),
    ...figures,
    hours: z
      .array(z.object({ hour: z.iso.datetime().describe('When the hour began.'), ...figures }))
      .describe('Hours without an invocation are left out.'),
  })
  .meta({ id: 'FunctionFigures' })

/** functionParams are the ids in the address. */
export const functionParams = projectParams.extend({ fnID: uuid })

/** versionParams name a version of a function. */
export const versionParams = functionParams.extend({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be the number of a version')
    .transform(Number),
})
