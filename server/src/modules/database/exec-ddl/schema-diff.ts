// The difference between two snapshots of a schema.
import type { SchemaObject } from './describe-schema.store.ts'

/** diffSchemas returns the objects that were added, removed and changed; a runRename object counts as changed. */
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
      if (was === undefined || (was.local_name === object.local_name && was.definition === object.definition))
        return []
      return [{ ...present(object), was: { name: was.name, definition: was.definition } }]
    }),
  }
}

function present({ kind, name, definition }: SchemaObject) {
  return { kind, name, definition }
}
