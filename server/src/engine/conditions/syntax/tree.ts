// Small readings of the parser's tree. A node is an object with one key, its kind; absent fields are left out.
import type { Node } from '#engine/parser/syntax-tree.ts'

/** kindOf names the kind of a node. */
export function kindOf(node: Node): string {
  return Object.keys(node)[0] ?? 'nothing'
}

/** surplusKey returns a field of a node's body that is not among the allowed ones: whatever is not known is refused. */
export function surplusKey(body: object, allowed: readonly string[]): string | undefined {
  return Object.keys(body).find((key) => !allowed.includes(key))
}

/** namesOf reads a list of plain names, such as a function's or a type's; undefined when it holds anything else. */
export function namesOf(nodes: readonly Node[] | undefined): readonly string[] | undefined {
  const names = (nodes ?? []).map((node) => ('String' in node ? (node.String.sval ?? '') : undefined))
  return names.every((name) => name !== undefined) ? names : undefined
}

/** plainName reads a name that stands alone or behind `pg_catalog.`; undefined when it names another schema. */
export function plainName(names: readonly string[] | undefined): string | undefined {
  if (names?.length === 1) return names[0]
  return names?.length === 2 && names[0] === 'pg_catalog' ? names[1] : undefined
}

/** locationOf reads where in the parsed text a node stands. */
export function locationOf(node: Node): number | undefined {
  const body: unknown = Object.values(node)[0]
  const location = (body as { location?: unknown } | undefined)?.location
  return typeof location === 'number' ? location : undefined
}
