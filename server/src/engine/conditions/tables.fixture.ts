// The tables that the tests of conditions speak of, as shapes and as SQL.

import { type ConditionScope, compileCondition } from '#engine/conditions/condition.ts'
import type { SqlError } from '#engine/parser/sql-error.ts'
import { type DataType, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { qualify, quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'

/** SCHEMA is the project's schema in these tests. */
export const SCHEMA = 'p_test'

const STATUS = ['draft', 'published', "it's"] as const

function tableOf(slug: string, columns: Readonly<Record<string, DataType>>): TableShape {
  const shapes = Object.entries(columns).map(([name, data_type]): [string, ColumnShape] => [
    name,
    { name, data_type, required: false, has_default: false, enum_values: data_type === 'enum' ? STATUS : [] },
  ])
  return {
    id: `id of ${slug}`,
    schema: SCHEMA,
    slug,
    columns: new Map(shapes),
    read_only: false,
    version: '1',
    soft_delete: 'deleted_at' in columns,
    owner_column: undefined,
  }
}

/** POSTS is the policy's table: a column of nearly every type. */
export const POSTS = tableOf('posts', {
  id: 'uuid',
  owner_id: 'uuid',
  team_id: 'uuid',
  status: 'enum',
  previous: 'enum',
  title: 'string',
  body: 'text',
  email: 'email',
  code: 'char',
  small: 'smallint',
  quantity: 'integer',
  big: 'bigint',
  price: 'decimal',
  amount: 'money',
  score: 'float',
  active: 'boolean',
  hidden: 'boolean',
  born: 'date',
  opens: 'time',
  pause: 'interval',
  created_at: 'timestamp',
  deleted_at: 'timestamp',
  data: 'jsonb',
  raw: 'json',
  bytes: 'bytea',
  address: 'inet',
})

const MEMBERSHIPS = tableOf('memberships', {
  id: 'uuid',
  team_id: 'uuid',
  user_id: 'uuid',
  role: 'string',
  level: 'integer',
  deleted_at: 'timestamp',
})

const TEAMS = tableOf('teams', { id: 'uuid', name: 'string', is_open: 'boolean', deleted_at: 'timestamp' })

const COUNTRIES = tableOf('countries', { id: 'uuid', name: 'string' })

/** ODD has names that only quoting keeps harmless. */
export const ODD = tableOf('odd "table', { 'a "b"; drop': 'text', select: 'integer' })

/** TABLES are all tables of the project. */
export const TABLES: readonly TableShape[] = [POSTS, MEMBERSHIPS, TEAMS, COUNTRIES, ODD]

/** scopeOf is the scope of a policy on a table. */
export function scopeOf(table: TableShape): ConditionScope {
  return { table, findTable: (slug) => TABLES.find((candidate) => candidate.slug === slug) }
}

/** refusalOf returns what compiling a condition on posts throws, whatever it is; undefined when it compiles. */
export function refusalOf(source: string): SqlError | undefined {
  try {
    compileCondition(source, scopeOf(POSTS))
    return undefined
  } catch (error) {
    return error as SqlError
  }
}

/** createTables writes the SQL that makes the tables, empty. */
export function createTables(): string {
  const labels = STATUS.map((label) => quoteLiteral(label)).join(', ')
  return [
    `create schema ${SCHEMA}`,
    `create type ${SCHEMA}.status as enum (${labels})`,
    ...TABLES.map((table) => {
      const columns = [...table.columns.values()].map(
        (column) => `${quoteIdentifier(column.name)} ${sqlType(column)}`,
      )
      return `create table ${qualify(table.schema, table.slug)} (${columns.join(', ')})`
    }),
  ].join(';\n')
}

function sqlType({ data_type }: ColumnShape): string {
  if (data_type === 'enum') return `${SCHEMA}.status`
  const { sql } = TYPE_FACTS[data_type]
  return data_type === 'char' ? `${sql}(3)` : sql
}
