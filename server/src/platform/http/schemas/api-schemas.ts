// Named parts of the API's description: zod schemas as components of OpenAPI, each written once and referred to.
import { z } from 'zod'
import { type ErrorCode, OUTCOMES } from '#platform/errors/app-error.ts'
import { inSlices } from '#platform/loop/slices.ts'

/** JsonSchema is a schema of OpenAPI 3.1, which is JSON Schema 2020-12. */
export type JsonSchema = Record<string, unknown>

type Direction = 'input' | 'output'

/** failureBody is the body of every refusal. */
export const failureBody = z
  .object({
    success: z.literal(false),
    code: z
      .enum(Object.keys(OUTCOMES) as [ErrorCode, ...ErrorCode[]])
      .describe('What is wrong, for programs.'),
    message: z.string().describe('What is wrong and what to do; of several problems the first.'),
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

interface Place {
  readonly schema: z.ZodType
  readonly direction: Direction
  /** id is the name of the schema, or undefined. */
  readonly id: string | undefined
  readonly place: JsonSchema
  readonly described: boolean
}

/** ApiSchemas collects the schemas of a description; `finish` writes all of them. */
export class ApiSchemas {
  readonly #shown = new Map<string, unknown>()
  readonly #places: Place[] = []

  /**
   * add returns an object that `finish` fills in with the schema, or with a reference where the schema has a name.
   * `described` is false where its description stands beside it.
   */
  add(schema: z.ZodType, direction: Direction, { described = true } = {}): JsonSchema {
    const place: JsonSchema = {}
    this.#places.push({ schema, direction, id: idOf(schema), place, described })
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

  /** finish fills in what `add` returned, and returns the named schemas. Others have turns in between. */
  async finish(): Promise<Record<string, JsonSchema>> {
    const written = { input: new WrittenSchemas('input'), output: new WrittenSchemas('output') }
    await inSlices(this.#places, ({ schema, direction, id, place }) => {
      if (id === undefined) Object.assign(place, written[direction].write(schema))
      else written[direction].use(id)
    })
    const input = await written.input.finish()
    const output = await written.output.finish()
    const twice = differing(input, output)
    await inSlices(this.#places, ({ direction, id, place, described }) => {
      if (id !== undefined) Object.assign(place, refTo(id))
      if (direction === 'input') Object.assign(place, renamed(place, twice))
      if (!described) delete place.description
    })
    const named = Object.entries(output)
    await inSlices(Object.entries(input), ([id, schema]) => {
      if (twice.has(id)) named.push([`${id}Input`, renamed(schema, twice)])
      else if (output[id] === undefined) named.push([id, renamed(schema, twice)])
    })
    return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** WrittenSchemas are schemas as JSON, each on its own, so that none of the work takes long. */
class WrittenSchemas {
  readonly #io: Direction
  readonly #named = new Map<string, JsonSchema>()
  /** used are the names that something refers to, in the order in which they were met. */
  readonly #used = new Set<string>()

  constructor(io: Direction) {
    this.#io = io
  }

  /** use has a named schema among those that finish returns. */
  use(id: string): void {
    this.#used.add(id)
  }

  /** write returns a schema, with references to the named ones within it. */
  write(schema: z.ZodType): JsonSchema {
    const written = z.toJSONSchema(schema, {
      io: this.#io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as JsonSchema, this.#io),
    })
    const { $defs = {}, $schema: _, ...own } = withRefs(written)
    for (const [id, named] of Object.entries($defs as Record<string, JsonSchema>))
      if (!this.#named.has(id)) this.#named.set(id, named)
    for (const id of referred(own)) this.use(id)
    return own
  }

  /** finish returns all named schemas that are used, by what was written or by one another. */
  async finish(): Promise<Record<string, JsonSchema>> {
    const found: Record<string, JsonSchema> = {}
    await inSlices(this.#used, (id) => {
      if (!this.#named.has(id)) this.write(namedSchema(id))
      const schema = this.#named.get(id)
      if (schema === undefined) throw new Error(`the schema ${id} was not written`)
      found[id] = schema
      for (const other of referred(schema)) this.use(other)
    })
    return found
  }
}

function namedSchema(id: string): z.ZodType {
  const named = (z.globalRegistry as unknown as { _idmap: Map<string, z.ZodType> })._idmap.get(id)
  if (named === undefined) throw new Error(`the description refers to a schema ${id} that does not exist`)
  return named
}

function withRefs(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')
  const json = JSON.parse(text) as JsonSchema
  shortenNullables(json)
  return json
}

function shortenNullables(part: unknown): void {
  if (part === null || typeof part !== 'object') return
  for (const one of Object.values(part)) shortenNullables(one)
  if (!Array.isArray(part)) shortenNullable(part as JsonSchema)
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

// The names whose schema is another in a request than in an answer, be it by a schema within.
function differing(input: Record<string, JsonSchema>, output: Record<string, JsonSchema>): Set<string> {
  const both = Object.keys(input).filter((id) => output[id] !== undefined)
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
