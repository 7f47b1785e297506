// What an entry of the audit log has changed, field by field.

/** Change is one field, by its path within what was changed; undefined where there was none. */
export interface Change {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// What stands in the place of a secret: one that has changed looks the same.
const MASK = '***'

/** changesOf returns the fields that differ, those of nested objects by paths with dots; none where one side is no object. */
export function changesOf(before: unknown, after: unknown, path = ''): readonly Change[] {
  if (!isObject(before) || !isObject(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const change = { path: `${path}${name}`, before: before[name], after: after[name] }
    const isSame = JSON.stringify(change.before) === JSON.stringify(change.after)
    if (isSame && change.before !== MASK) return []
    const nested = changesOf(change.before, change.after, `${change.path}.`)
    return nested.length > 0 ? nested : [change]
  })
}
