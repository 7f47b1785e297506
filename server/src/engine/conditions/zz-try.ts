import { readFileSync } from 'node:fs'
import { compileCondition, loadConditionParser } from './condition.ts'

await loadConditionParser()
const col = (name: string, data_type: string, enum_values: string[] = []) => [
  name,
  { name, data_type, required: false, has_default: false, enum_values },
]
const tbl = (slug: string, cols: any[], soft = true) =>
  ({
    id: slug,
    schema: 'p_1',
    slug,
    columns: new Map(cols),
    read_only: false,
    soft_delete: soft,
    owner_column: undefined,
  }) as any
const posts = tbl('posts', [
  col('id', 'uuid'),
  col('owner_id', 'uuid'),
  col('team_id', 'uuid'),
  col('status', 'enum', ['draft', 'published']),
  col('title', 'string'),
  col('price', 'decimal'),
  col('quantity', 'integer'),
  col('email', 'email'),
  col('created_at', 'timestamp'),
  col('deleted_at', 'timestamp'),
  col('data', 'jsonb'),
  col('active', 'boolean'),
  col('big', 'bigint'),
  col('score', 'float'),
  col('born', 'date'),
  col('at', 'time'),
  col('raw', 'json'),
  col('code', 'char'),
  col('amount', 'money'),
  col('doc', 'file'),
])
const m = tbl('memberships', [
  col('id', 'uuid'),
  col('team_id', 'uuid'),
  col('user_id', 'uuid'),
  col('role', 'string'),
  col('created_at', 'timestamp'),
  col('deleted_at', 'timestamp'),
])
const teams = tbl('teams', [col('id', 'uuid'), col('name', 'string'), col('deleted_at', 'timestamp')], true)
const all: Record<string, any> = { posts, memberships: m, teams }
const scope = { table: posts, findTable: (s: string) => all[s] }
for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  try {
    const c = compileCondition(line, scope)
    console.log(
      line,
      '\n   ',
      c.sql,
      '\n   ',
      [...c.columns].join(),
      '|',
      [...c.tables].join(),
      c.hasSubquery,
      !!c.evaluate,
    )
  } catch (e: any) {
    console.log(
      line,
      '\n   !!',
      e.name,
      e.message,
      e.position,
      e.position !== undefined ? '>>' + line.slice(e.position, e.position + 10) : '',
      e.name === 'ConditionError' ? '' : e.stack,
    )
  }
}
