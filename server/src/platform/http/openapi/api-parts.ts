// Parts of a description that several operations have in common, moved into its components.
import type { JsonSchema } from '#platform/http/schemas/api-schemas.ts'
import { inSlices } from '#platform/loop/slices.ts'

interface Operation {
  parameters?: JsonSchema[]
  responses: Record<string, JsonSchema>
}

type Paths = Record<string, JsonSchema>

/** liftParameters moves the parameters of a path from its operations to the path itself. */
export function liftParameters(paths: Paths): void {
  for (const [path, item] of Object.entries(paths)) {
    const operations = operationsOf(item)
    const parameters = operations[0]?.parameters?.filter(inPath) ?? []
    for (const operation of operations) {
      const others = (operation.parameters ?? []).filter((one) => !inPath(one))
      if (others.length > 0) operation.parameters = others
      else delete operation.parameters
    }
    if (parameters.length > 0) paths[path] = { parameters, ...item }
  }
}

/** shareParts moves parameters and answers that occur more than once into components, and leaves references to them. */
export async function shareParts(paths: Paths): Promise<{
  readonly parameters: Record<string, JsonSchema>
  readonly responses: Record<string, JsonSchema>
}> {
  const parameters = new Parts('parameters')
  const responses = new Parts('responses')
  await inSlices(Object.values(paths), (item) => {
    for (const holder of [item as unknown as Operation, ...operationsOf(item)])
      for (const [index, one] of (holder.parameters ?? []).entries())
        parameters.add(String(one.name), one, holder.parameters as JsonSchema[], index)
    for (const operation of operationsOf(item))
      for (const [status, one] of Object.entries(operation.responses))
        responses.add(nameOf(one), one, operation.responses, status)
  })
  return { parameters: parameters.share(), responses: responses.share() }
}

function operationsOf({ parameters: _, ...operations }: JsonSchema): Operation[] {
  return Object.values(operations) as Operation[]
}

function inPath(parameter: JsonSchema): boolean {
  return parameter.in === 'path'
}

interface Part {
  readonly name: string
  /** part is the first of them that has an example. */
  part: JsonSchema
  readonly places: [holder: object, key: number | string][]
}

/** Parts are components of one kind. What has a name already but is another gets a number. */
class Parts {
  readonly #all = new Map<string, Part>()
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  add(name: string, part: JsonSchema, holder: object, key: number | string): void {
    if (part.$ref !== undefined) return
    const { example, content, ...rest } = part
    const text = JSON.stringify({ ...rest, content: withoutExamples(content) })
    const known: Part = this.#all.get(text) ?? { name, part, places: [] }
    if (!hasExample(known.part)) known.part = part
    known.places.push([holder, key])
    this.#all.set(text, known)
  }

  share(): Record<string, JsonSchema> {
    const shared: Record<string, JsonSchema> = {}
    for (const { name: wanted, part, places } of this.#all.values()) {
      if (places.length === 1) continue
      const name = free(wanted, shared)
      shared[name] = part
      for (const [holder, key] of places)
        Object.assign(holder, { [key]: { $ref: `#/components/${this.#kind}/${name}` } })
    }
    return shared
  }
}

function free(wanted: string, taken: Readonly<Record<string, JsonSchema>>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${number}`
    if (taken[name] === undefined) return name
  }
}

function hasExample({ example, content }: JsonSchema): boolean {
  const media = Object.values((content ?? {}) as Record<string, JsonSchema>)
  return example !== undefined || media.some((one) => one.example !== undefined)
}

function withoutExamples(content: unknown): unknown {
  return Object.entries((content ?? {}) as Record<string, { schema: unknown }>).map(([type, { schema }]) => [
    type,
    schema,
  ])
}

function nameOf({ content }: JsonSchema): string {
  const [first] = Object.values((content ?? {}) as Record<string, { schema?: { $ref?: string } }>)
  return content === undefined ? 'Empty' : (first?.schema?.$ref?.split('/').at(-1) ?? 'Text')
}
