// The joins of a query: by a condition, by two columns, or by the relationship that there is.
import { FilterError, type Operand } from '#engine/request/operands.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import type { TableShape } from '#engine/shapes/shape.ts'
import { at } from './at.ts'
import { comparable } from './comparable.ts'
import { parseJoinCondition } from './parse-join-condition.ts'
import type { JoinConfig } from './query-config.ts'
import type { Join, JoinKind, Source } from './query-plan.ts'
import { NO_ALIASES, operandOf, resolve } from './scope.ts'

const KINDS: Readonly<Record<string, JoinKind>> = {
  '': 'inner',
  INNER: 'inner',
  LEFT: 'left',
  'LEFT OUTER': 'left',
  RIGHT: 'right',
  'RIGHT OUTER': 'right',
  FULL: 'full',
  'FULL OUTER': 'full',
  CROSS: 'cross',
}

const ALIAS = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** parseJoins reads the joins in their order: each may refer to the tables before it. */
export function parseJoins(schema: SchemaShape, main: Source, configs: readonly JoinConfig[]): Join[] {
  const sources = [main]
  return configs.map((config, index) =>
    at(`joins[${index}]`, () => {
      const join = parseJoin(schema, sources, config)
      sources.push(join.source)
      return join
    }),
  )
}

/** resolveTable returns a table by its slug, or refuses the query. */
export function resolveTable({ tables }: SchemaShape, slug: string): TableShape {
  const table = tables.get(slug)
  if (table !== undefined) return table
  throw new FilterError(`there is no table ${slug.slice(0, 63)}.${suggestion(slug, tables.keys())}`)
}

function parseJoin(schema: SchemaShape, sources: readonly Source[], config: JoinConfig): Join {
  const kind = kindOf(config.type ?? '')
  const table = at('table', () => resolveTable(schema, config.table))
  const source = { name: nameOf(sources, config), table }
  const { on, from_column, to_column } = config
  const paths = [on, from_column || to_column].filter(Boolean)
  if (kind === 'cross') {
    if (paths.length > 0) throw new FilterError('a CROSS JOIN takes neither on nor columns.')
    return { kind, source, on: [] }
  }
  if (paths.length > 1) throw new FilterError('takes either on, or from_column and to_column.')
  if (on) return { kind, source, on: at('on', () => parseJoinCondition(on, sources, source)) }
  if (paths.length === 0) return { kind, source, on: [byRelationship(schema, sources, source)] }
  if (!from_column || !to_column) throw new FilterError('from_column and to_column go together.')
  const from = at('from_column', () => resolve({ sources, aliases: NO_ALIASES }, from_column))
  const to = at('to_column', () => resolve({ sources: [source], aliases: NO_ALIASES }, to_column))
  return { kind, source, on: [comparable(from, to)] }
}

function kindOf(type: string): JoinKind {
  const name = type
    .trim()
    .toUpperCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?\bJOIN$/, '')
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind !== undefined) return kind
  throw new FilterError(
    `type: ${type.slice(0, 40)} is no join; there are INNER JOIN, LEFT JOIN, RIGHT JOIN, FULL JOIN and CROSS JOIN.`,
  )
}

function nameOf(sources: readonly Source[], { alias, table }: JoinConfig): string {
  if (alias && !ALIAS.test(alias))
    throw new FilterError('alias: must be a plain name: letters, digits and _, at most 63.')
  const name = alias || table
  if (!sources.some((source) => source.name === name)) return name
  throw new FilterError(`the query has a table ${name} already; give this one an alias.`)
}

// The relationships that lead from the tables before to this one. A table that refers to itself has two paths.
function byRelationship(
  schema: SchemaShape,
  sources: readonly Source[],
  source: Source,
): readonly [Operand, Operand] {
  const paths = sources.flatMap((before) =>
    (schema.relations.get(before.table.slug) ?? [])
      .filter(({ table }) => table === source.table.slug)
      .map((relation) => ({ before, relation })),
  )
  const [path] = paths
  if (path === undefined) {
    const names = sources.map(({ name }) => name).join(', ')
    throw new FilterError(
      `no relationship leads from ${names} to ${source.table.slug}; say on, or from_column and to_column.`,
    )
  }
  if (paths.length > 1) {
    const written = paths.map(
      ({ before, relation }) =>
        `from_column ${before.name}.${relation.column} with to_column ${relation.other_column}`,
    )
    throw new FilterError(`several relationships lead to ${source.table.slug}; say ${written.join(', or ')}.`)
  }
  const { before, relation } = path
  return [operandOf(before, relation.column) as Operand, operandOf(source, relation.other_column) as Operand]
}
