// What lies between two states of a schema (spec 4.13).
import type { SchemaObject } from './describe-schema.store.ts'

/** diffSchemas says what was added, removed and changed; what has another name only is changed. */
export function diffSchemas(
  before: ReadonlyMap<string, SchemaObject>,
  after: ReadonlyMap<string, SchemaObject>,
) {
  const all = [...after.values()]
  return {
    added: all.filter(({ id }) => !before.has(id)).map(present),
    removed: [...before.values()].filter(({ id }) => !after.has(id)).map(present),
    changed: all.flatMap((object) => {
      const was = before.get(object.id)
      if (was === undefined || (was.own === object.own && was.definition === object.definition)) return []
      return [{ ...present(object), was: { name: was.name, definition: was.definition } }]
    }),
  }
}

function present({ kind, name, definition }: SchemaObject) {
  return { kind, name, definition }
}
