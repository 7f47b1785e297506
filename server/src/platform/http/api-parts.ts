// Parts of a description that many operations have in common, moved into its components.
import type { JsonSchema } from './api-schemas.ts'

interface Operation {
  parameters?: JsonSchema[]
  responses: Record<string, JsonSchema>
}

/** shareParts moves parameters of paths and answers into components, and leaves references to them in the operations. */
export function shareParts(paths: Readonly<Record<string, JsonSchema>>): {
  readonly parameters: Record<string, JsonSchema>
  readonly responses: Record<string, JsonSchema>
} {
  const parameters = new Parts('parameters')
  const responses = new Parts('responses')
  for (const path of Object.values(paths))
    for (const operation of Object.values(path) as Operation[]) {
      const given = operation.parameters ?? []
      for (const [index, one] of given.entries())
        if (one.in === 'path') given[index] = parameters.share(String(one.name), one)
      for (const [status, one] of Object.entries(operation.responses))
        if (one.$ref === undefined) operation.responses[status] = responses.share(nameOf(one), one)
    }
  return { parameters: parameters.all, responses: responses.all }
}

/** Parts are components of one kind. What has a name already but is another gets a number. */
class Parts {
  readonly all: Record<string, JsonSchema> = {}
  readonly #names = new Map<string, string>()
  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  share(wanted: string, part: JsonSchema): JsonSchema {
    const text = JSON.stringify({ ...part, content: withoutExamples(part.content) })
    const name = this.#names.get(text) ?? this.#free(wanted)
    this.#names.set(text, name)
    this.all[name] ??= part
    return { $ref: `#/components/${this.#kind}/${name}` }
  }

  #free(wanted: string): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? wanted : `${wanted}${number}`
      if (this.all[name] === undefined) return name
    }
  }
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
