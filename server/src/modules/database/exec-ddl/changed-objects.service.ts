// Which objects were changed, as the audit log shows it.
import type { diffSchemas } from './schema-diff.ts'

/** ChangedObjects are the kinds and names of objects, such as "column books.price". */
export interface ChangedObjects {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

// In each list.
const MAX_NAMES = 100

/** namesOf returns what statements have changed. */
export function namesOf({ added, changed, removed }: ReturnType<typeof diffSchemas>): ChangedObjects {
  const names = (objects: readonly { kind: string; name: string }[]) =>
    objects.map(({ kind, name }) => `${kind} ${name}`)
  return { added: names(added), changed: names(changed), removed: names(removed) }
}

/** namesOfOperation returns what a recorded change, such as `column.update`, has changed. */
export function namesOfOperation(
  operation: string,
  fields: Readonly<Record<string, unknown>>,
): ChangedObjects {
  const [kind = '', verb = ''] = operation.split('.')
  const input = fields.input as Readonly<Record<string, unknown>> | undefined
  const source = verb === 'create' ? { ...input, ...fields } : fields
  const parts = PARTS.map((part) => source[part]).filter((part) => typeof part === 'string')
  const list = verb === 'create' ? 'added' : verb === 'remove' ? 'removed' : 'changed'
  return { ...NONE, [list]: [`${kind} ${parts.join('.')}`] }
}

// What names an object, from its table on.
const PARTS = ['from_table', 'from_column', 'table', 'view', 'function', 'trigger', 'column', 'name']
const NONE: ChangedObjects = { added: [], changed: [], removed: [] }

/** together returns what several changes have changed. */
export function together(all: readonly ChangedObjects[]): ChangedObjects {
  return {
    added: all.flatMap(({ added }) => added),
    changed: all.flatMap(({ changed }) => changed),
    removed: all.flatMap(({ removed }) => removed),
  }
}

/** shortened leaves out empty lists and what is too much for an entry, with how many names those are. */
export function shortened(objects: ChangedObjects): Partial<ChangedObjects> & { readonly left_out?: number } {
  const lists = Object.entries(objects).filter(([, names]) => names.length > 0)
  const left_out = lists.reduce((sum, [, names]) => sum + Math.max(0, names.length - MAX_NAMES), 0)
  return {
    ...Object.fromEntries(lists.map(([list, names]) => [list, names.slice(0, MAX_NAMES)])),
    ...(left_out > 0 ? { left_out } : {}),
  }
}
