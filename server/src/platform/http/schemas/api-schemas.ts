// Named parts of the API's description: zod schemas as components of OpenAPI, each written once and referred to.
import { z } from 'zod'
import { type ErrorCode, OUTCOMES } from '#platform/errors/app-error.ts'

/** JsonSchema is a schema of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

type Direction = 'input' | 'output'

/** failureBody is the body of every refusal (spec 7). */
export const failureBody = z
  .object({
    success: z.literal(false),
    code: z
      .enum(Object.keys(OUTCOMES) as [ErrorCode, ...ErrorCode[]])
      .describe('What is wrong, for programs.'),
    message: z.string().describe('What is wrong and what to do, in a sentence.'),
    errors: z.array(z.string()).describe('One sentence per thing that is wrong.'),
    details: z.unknown().optional().describe('For programs: names of fields, positions, constraints.'),
  })
  .meta({ id: 'Error', description: 'A refusal.' })

/**
 * described sets another form of a schema in the API's description than zod would write: where the text of a query
 * string stands for a number, or where a check says more than a type can.
 */
export function described<Schema extends z.ZodType>(schema: Schema, json: JsonSchema): Schema {
  return schema.meta({ openapi: json })
}

/** refTo refers to the named schema of an id. */
export function refTo(id: string): JsonSchema {
  return { $ref: `#/components/schemas/${id}` }
}

const success = z
  .object({
    success: z.literal(true),
    message: z.string().meta({ examples: ['Request completed successfully.'] }),
  })
  .meta({ id: 'Success', description: 'What every answer has besides its `data`.' })
const envelopes = new Map<string, z.ZodType>()

/** envelopeOf returns the answer that carries such data; there is one for each named schema, and one for lists of it. */
export function envelopeOf(data: z.ZodType): z.ZodType {
  const id = envelopeId(data)
  const made = envelopes.get(id) ?? success.extend({ data }).meta({ id, envelope: true })
  envelopes.set(id, made)
  return made
}

function envelopeId(data: z.ZodType): string {
  const id = idOf(data)
  if (id !== undefined) return `${id}Answer`
  if (data instanceof z.ZodNull) return 'EmptyAnswer'
  const item = data instanceof z.ZodArray ? idOf(data.element as z.ZodType) : undefined
  if (item === undefined) throw new Error('the data of an answer needs a name: .meta({ id })')
  return `${item}ListAnswer`
}

function idOf(schema: z.ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.id
}

/** ApiSchemas collects the schemas of a description; `finish` writes all of them at once. */
export class ApiSchemas {
  readonly #roots = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  readonly #shown = new Map<string, unknown>()
  readonly #places: { direction: Direction; id: string; place: JsonSchema; described: boolean }[] = []

  /**
   * add returns an object that `finish` fills in with the schema, or with a reference where the schema has a name.
   * `described` is false where its description stands beside it.
   */
  add(schema: z.ZodType, direction: Direction, { described = true } = {}): JsonSchema {
    const place: JsonSchema = {}
    const roots = this.#roots[direction]
    const known = idOf(schema)
    const id = known ?? `-${this.#places.length}`
    // A copy, since others may hold a schema without a name as well, and are not to refer to it.
    if (known === undefined) roots.add(schema.clone(undefined, { parent: true }), { id })
    else if (roots.get(schema) === undefined) roots.add(schema, { id })
    this.#places.push({ direction, id, place, described })
    return place
  }

  /**
   * showAnswer keeps what an answer carries as the example of its named schema, once for all operations with that schema.
   * Returns false where the schema has no name, or the answer is empty.
   */
  showAnswer(answer: z.ZodType, example: unknown): boolean {
    const data = answer instanceof z.ZodObject ? (answer.shape.data as z.ZodType | undefined) : undefined
    const shown = (example as { data?: unknown } | undefined)?.data
    if (data === undefined || z.globalRegistry.get(answer)?.envelope !== true) return false
    const isList = data instanceof z.ZodArray && idOf(data) === undefined
    const id = isList ? idOf(data.element as z.ZodType) : idOf(data)
    const one = isList ? (shown as readonly unknown[] | undefined)?.[0] : shown
    if (id === undefined || one === undefined || one === null) return false
    if (!this.#shown.has(id)) this.#shown.set(id, one)
    return true
  }

  /** shown are the examples of named schemas by id. */
  get shown(): ReadonlyMap<string, unknown> {
    return this.#shown
  }

  /** finish fills in what `add` returned, and returns the named schemas. */
  finish(): Record<string, JsonSchema> {
    const input = write(this.#roots.input, 'input')
    const output = write(this.#roots.output, 'output')
    const twice = differing(input, output)
    for (const { direction, id, place, described } of this.#places) {
      const schema = id.startsWith('-') ? (direction === 'input' ? input : output)[id] : refTo(id)
      Object.assign(place, direction === 'input' ? renamed(schema, twice) : schema)
      if (!described) delete place.description
    }
    const named = Object.entries(output)
    for (const [id, schema] of Object.entries(input)) {
      const name = twice.has(id) ? `${id}Input` : id
      if (twice.has(id) || output[id] === undefined) named.push([name, renamed(schema, twice)])
    }
    return Object.fromEntries(
      named.filter(([id]) => !id.startsWith('-')).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  }
}

// Every schema with a name within those of a registry becomes one of its own.
function write(roots: z.core.$ZodRegistry<{ id: string }>, io: Direction): Record<string, JsonSchema> {
  const all = z.registry<{ id: string }>()
  const named = (z.globalRegistry as unknown as { _idmap: Map<string, z.ZodType> })._idmap
  for (const [id, schema] of named) all.add(schema, { id })
  for (const [id, schema] of (roots as unknown as { _idmap: Map<string, z.ZodType> })._idmap)
    if (id.startsWith('-')) all.add(schema, { id })
  const { schemas } = z.toJSONSchema(all, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as JsonSchema, io),
  }) as unknown as { schemas: Record<string, JsonSchema> }
  for (const schema of Object.values(schemas)) {
    delete schema.$id
    delete schema.$schema
    delete schema.id
  }
  const ids = (roots as unknown as { _idmap: Map<string, z.ZodType> })._idmap.keys()
  return reachable(schemas, [...ids])
}

const SAFE = Number.MAX_SAFE_INTEGER
// What their formats say already, in a few letters.
const FORMATS = ['uuid', 'date', 'date-time', 'email']
const NULL = JSON.stringify({ type: 'null' })

function tidy(schema: z.core.$ZodType, json: JsonSchema, io: Direction): void {
  const { openapi } = json
  if (openapi !== undefined) {
    const { description } = json
    for (const name of Object.keys(json)) delete json[name]
    Object.assign(json, openapi, description === undefined ? {} : { description })
  }
  if (json.envelope === true) extendSuccess(json)
  delete json.id
  // Keys of JSON are texts.
  delete json.propertyNames
  // What stands beside a reference would be said twice.
  if (json.$ref !== undefined) for (const name of ['type', 'additionalProperties']) delete json[name]
  shortenNullable(json)
  if (FORMATS.includes(String(json.format))) delete json.pattern
  if (json.minimum === -SAFE) delete json.minimum
  if (json.maximum === SAFE) delete json.maximum
  // Answers may get more fields one day.
  const { catchall } = schema._zod.def as { catchall?: z.core.$ZodType }
  if (io === 'output' && json.additionalProperties === false && catchall === undefined)
    delete json.additionalProperties
}

function extendSuccess(json: JsonSchema): void {
  const { data } = json.properties as JsonSchema
  for (const name of Object.keys(json)) delete json[name]
  json.allOf = [refTo('Success'), { type: 'object', properties: { data }, required: ['data'] }]
}

// "A text, or null" has a short form.
function shortenNullable(json: JsonSchema): void {
  const [one, other, ...more] = (json.anyOf ?? []) as JsonSchema[]
  if (one === undefined || more.length > 0 || JSON.stringify(other) !== NULL) return
  if (typeof one.type !== 'string' || one.enum !== undefined || one.const !== undefined) return
  delete json.anyOf
  Object.assign(json, { ...one, ...json, type: [one.type, 'null'] })
}

function referred(schema: unknown): string[] {
  const found = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
  return [...found].map(([, id = '']) => id)
}

function reachable(schemas: Record<string, JsonSchema>, ids: string[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {}
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const schema = schemas[id]
    if (schema === undefined) throw new Error(`the description refers to a schema ${id} that does not exist`)
    if (found[id] !== undefined) continue
    found[id] = schema
    open.push(...referred(schema))
  }
  return found
}

// The names whose schema is another in a request than in an answer, be it by a schema within.
function differing(input: Record<string, JsonSchema>, output: Record<string, JsonSchema>): Set<string> {
  const both = Object.keys(input).filter((id) => output[id] !== undefined && !id.startsWith('-'))
  const found = new Set(both.filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])))
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const id of both) if (referred(input[id]).some((other) => found.has(other))) found.add(id)
  }
  return found
}

function renamed(schema: unknown, twice: ReadonlySet<string>): JsonSchema {
  const text = JSON.stringify(schema).replace(/"#\/components\/schemas\/([^"]+)"/g, (ref, id: string) =>
    twice.has(id) ? JSON.stringify(`#/components/schemas/${id}Input`) : ref,
  )
  return JSON.parse(text) as JsonSchema
}
