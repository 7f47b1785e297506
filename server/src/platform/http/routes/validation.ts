// zod at the edge of every route: what comes in is parsed, and what is wrong is said one sentence per field.
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { parsePhone } from '#engine/shapes/phone-number.ts'
import { type AppError, invalidInput } from '#platform/errors/app-error.ts'
import { fieldSentence, uniqueFields } from '#platform/errors/field-errors.ts'
import { problemOf } from '#platform/errors/problems.ts'
import { exactNumber } from '#platform/json/exact-json.ts'

// How much a refusal says: an answer must not grow with what is wrong with the request.
const MAX_PROBLEMS = 100
const MAX_NAME = 200

/** validatorCompiler parses a part of the request with its zod schema. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    // A request without a body has null here, which a schema's default would not replace.
    const parsed = schema.safeParse(data ?? undefined)
    if (parsed.success) return { value: parsed.data }
    return { error: refusalOf(parsed.error.issues, data) }
  }

/** parseField parses a field of a body whose schema depends on other fields, or throws 400 as for any field. */
export function parseField<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw refusedField(name, parsed.error, value)
  return parsed.data
}

/** refusedField returns the 400 of a field of a body whose value a schema has refused. */
export function refusedField(name: string, { issues }: z.ZodError, value: unknown): AppError {
  const inBody = issues.map((issue) => ({ ...issue, path: [name, ...issue.path] }))
  return refusalOf(inBody, { [name]: value })
}

function refusalOf(all: readonly z.core.$ZodIssue[], data: unknown): AppError {
  const issues = all.slice(0, MAX_PROBLEMS)
  const names = uniqueFields(issues.flatMap((issue) => fields(issue, data))).slice(0, MAX_PROBLEMS)
  return invalidInput(
    issues.map((issue) => sentence(issue, data)),
    names.length === 0 ? undefined : { fields: names },
  )
}

// Within what was sent: a text such as `a,b` may have become a list, whose entries nobody has sent.
function sentPath({ path }: z.core.$ZodIssue, data: unknown): PropertyKey[] {
  const sent: PropertyKey[] = []
  let at = data
  for (const key of path) {
    if (typeof at === 'string') break
    sent.push(key)
    at = (at as Record<PropertyKey, unknown> | null | undefined)?.[key]
  }
  return sent
}

function field(issue: z.core.$ZodIssue, data: unknown): string {
  return sentPath(issue, data).join('.')
}

// Of what is unknown, the fields themselves; of all else, where it stands.
function fields(issue: z.core.$ZodIssue, data: unknown): string[] {
  const where = field(issue, data)
  if (issue.code !== 'unrecognized_keys') return [where]
  return issue.keys.map((key) => (where === '' ? key : `${where}.${key}`))
}

// Whatever else a schema would say of a field that is left out.
function isMissing(data: unknown, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key],
    data,
  )
  return value === undefined || (value === null && path.length === 0)
}

function sentence(issue: z.core.$ZodIssue, data: unknown): string {
  const where = field(issue, data)
  if (issue.code === 'unrecognized_keys') {
    const names = fields(issue, data)
    const shown = names.slice(0, MAX_PROBLEMS).map((name) => name.slice(0, MAX_NAME))
    return `Unknown ${names.length === 1 ? 'field' : 'fields'}: ${shown.join(', ')}.`
  }
  if (
    (issue.code === 'invalid_type' || issue.code === 'invalid_value') &&
    isMissing(data, sentPath(issue, data))
  ) {
    return where === '' ? 'The request body is missing.' : `${where} is required.`
  }
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid option')) {
    return `${where}: must be one of ${issue.values.join(', ')}.`
  }
  const problem = problemOf(issue)
  if (where === '' && problem.startsWith('must ')) return `The request body ${problem}.`
  return fieldSentence({ field: where === '' ? 'The request body' : where, problem })
}

/** uuid is a UUID in a path or body, in lower case. */
export const uuid = z
  .string()
  .meta({ format: 'uuid' })
  .regex(/^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/, 'must be a UUID')
  .transform((text) => text.toLowerCase())

/** projectParams are those of the path of what belongs to a project. */
export const projectParams = z.object({ projectID: uuid })

/** plainText is text that PostgreSQL can hold: no NUL characters, trimmed, between 1 and `max` characters. */
export function plainText(max: number) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !text.includes('\0'), 'must not contain NUL characters')
}

/** emailAddress is an e-mail address, in lower case. */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'must have at most 254 characters')
  .check(z.email('must be an e-mail address'))
  .meta({ format: 'email' })
  .describe('Kept in lower case.')

const PHONE_PROBLEM = 'must be a phone number with its country code, such as +255712345678'

/** phoneNumber is a valid phone number of any country, in E.164. */
export const phoneNumber = z
  .string()
  .max(40, PHONE_PROBLEM)
  .transform((text, context) => {
    const number = parsePhone(text)?.number
    if (number === undefined) context.addIssue({ code: 'custom', message: PHONE_PROBLEM })
    return number ?? z.NEVER
  })
  .meta({
    openapi: {
      type: 'string',
      maxLength: 40,
      description: 'With its country code; it is kept in E.164.',
      examples: ['+255712345678'],
    },
  })

const MOMENT = 'must be a time such as 2026-11-22T10:00:00Z, or a day such as 2026-11-22'
// PostgreSQL has no year 0, which an offset may also lead to.
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')

/** moment is a time with its offset in ISO 8601, or a day, which begins at midnight in UTC. */
export const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], MOMENT)
  .refine((text) => Date.parse(text) >= FIRST_MOMENT, MOMENT)
  .transform((text) => new Date(text))
  .meta({ openapi: { type: 'string', format: 'date-time' } })

/** month is a month such as 2026-11, in UTC. */
export const month = z.string().regex(/^2\d{3}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')

/** freeObject is a JSON object of any fields, one component of the API's description. */
export const freeObject = z
  // The raw value of a long number is an object to zod, which would copy it as one.
  .preprocess((value) => exactNumber(value) ?? value, z.record(z.string(), z.unknown()))
  .meta({ id: 'JsonObject' })

/** queryFlag is true or false in a query string. */
export const queryFlag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .meta({ openapi: { type: 'boolean' } })

/** queryFalse is the same, and false where it is left out. */
export const queryFalse = queryFlag.prefault('false').meta({ openapi: { type: 'boolean', default: false } })

/** queryNumber is a whole number in a query string, in plain digits. */
export function queryNumber(min: number, max: number, fallback: number) {
  const sentence = `must be a whole number between ${min} and ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .pipe(z.number().min(min, sentence).max(max, sentence))
    .prefault(String(fallback))
    .meta({ openapi: { type: 'integer', minimum: min, maximum: max, default: fallback } })
}

/** allowedHost is a host that requests may go to, without a port; `*.example.com` stands for all below. */
export const allowedHost = z
  .string()
  .trim()
  .max(253, 'must have at most 253 characters')
  .regex(
    /^(?:(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/i,
    'must be a host without a port, such as example.com or *.example.com',
  )
  .toLowerCase()

/** oneOf is one of the names of a list. They are asked for at each check: modules contribute to the list when they are loaded. */
export function oneOf<Name extends string>(names: () => readonly Name[]): z.ZodType<Name, Name> {
  const schema = z.unknown().check(({ value, issues }) => {
    const values = [...names()]
    if (!values.some((name) => name === value)) issues.push({ code: 'invalid_value', values, input: value })
  })
  return (schema as z.ZodType<Name, Name>).meta({
    type: 'string',
    get enum() {
      return names()
    },
  })
}
