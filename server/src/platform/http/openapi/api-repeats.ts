// Schemas within others that say the same as a named one: a generator would make a type for each place.
import type { JsonSchema } from '#platform/http/schemas/api-schemas.ts'
import { inSlices } from '#platform/loop/slices.ts'

// What may stand beside a reference, and is said of a place rather than of the type.
const OF_PLACES = ['description', 'default']

/** referRepeats puts references in the place of enumerations and objects that a named schema says as well. */
export async function referRepeats(named: Readonly<Record<string, JsonSchema>>): Promise<void> {
  const ids = new Map<string, string>()
  await inSlices(Object.entries(named), ([id, schema]) => {
    if (isType(schema) && !ids.has(typeOf(schema))) ids.set(typeOf(schema), id)
  })
  await inSlices(Object.values(named), (schema) => {
    for (const part of Object.values(schema)) refer(part, ids)
  })
}

function isType({ type, enum: values, properties }: JsonSchema): boolean {
  return values !== undefined || (type === 'object' && Object.keys(properties ?? {}).length > 1)
}

function typeOf(schema: JsonSchema): string {
  return JSON.stringify(Object.entries(schema).filter(([name]) => !OF_PLACES.includes(name)))
}

function refer(part: unknown, ids: ReadonlyMap<string, string>): void {
  if (part === null || typeof part !== 'object') return
  const schema = part as JsonSchema
  const id = isType(schema) ? ids.get(typeOf(schema)) : undefined
  if (id === undefined) for (const value of Object.values(schema)) refer(value, ids)
  else {
    for (const name of Object.keys(schema)) if (!OF_PLACES.includes(name)) delete schema[name]
    schema.$ref = `#/components/schemas/${id}`
  }
}
