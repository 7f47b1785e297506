// Random queries over the shop of query-exec.fixture.ts, as people might write them; the same seed gives the same.
import type { Random } from '#engine/conditions/samples.fixture.ts'

type Kind = 'int' | 'text' | 'bool' | 'date'

const TABLES: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  products: { name: 'text', kind: 'text', stock: 'int', active: 'bool' },
  sales: { product: 'text', quantity: 'int', city: 'text', day: 'date' },
  places: { name: 'text', within: 'text' },
}

interface Column {
  readonly sql: string
  readonly kind: Kind
}

/** randomQuery gives a query whose rows do not depend on their order. */
export function randomQuery(random: Random): string {
  const names = new Names()
  const form = random.below(10)
  if (form === 0)
    return `${query(random, names, ['int'])} ${random.pick(SETS)} ${query(random, names, ['int'])}`
  if (form === 1) {
    const name = names.next('w')
    const inner = query(random, names, ['text', 'int'])
    return `with ${name}(a, b) as (${inner}) select a, count(*), sum(b) from ${name} group by a`
  }
  if (form === 2) return grouped(random, names)
  if (form === 3) {
    const name = names.next('w')
    return `with ${name} as (${query(random, names, ['int'])}) select * from ${name}, ${name} other`
  }
  const kinds = Array.from({ length: 1 + random.below(4) }, () => random.pick<Kind>(KINDS))
  return query(random, names, kinds)
}

const KINDS = ['int', 'text', 'bool', 'date'] as const
const SETS = ['union', 'union all', 'intersect', 'except', 'except all']

class Names {
  #count = 0

  next(letter: string): string {
    this.#count += 1
    return `${letter}${this.#count}`
  }
}

function query(random: Random, names: Names, kinds: readonly Kind[]): string {
  const { sql, columns } = from(random, names)
  const outputs = kinds.map((kind) => expression(random, kind, columns, 2))
  const where = random.below(2) === 0 ? '' : ` where ${expression(random, 'bool', columns, 3)}`
  const distinct = random.below(4) === 0 ? 'distinct ' : ''
  return `select ${distinct}${outputs.join(', ')} from ${sql}${where}`
}

function grouped(random: Random, names: Names): string {
  const { sql, columns } = from(random, names)
  const key = expression(random, random.pick<Kind>(KINDS), columns, 1)
  const value = expression(random, 'int', columns, 1)
  const having = random.below(2) === 0 ? '' : ` having count(*) > ${random.below(3)}`
  const filter = expression(random, 'bool', columns, 1)
  const grouping = random.pick(['1', 'rollup (1)', 'grouping sets ((1), ())'])
  return `select ${key}, count(*), min(${value}), max(${value}), count(*) filter (where ${filter}) from ${sql} group by ${grouping}${having}`
}

interface From {
  readonly sql: string
  readonly columns: readonly Column[]
}

function from(random: Random, names: Names): From {
  const first = relation(random, names)
  if (random.below(2) === 0) return first
  const second = relation(random, names)
  const columns = [...first.columns, ...second.columns]
  const join = random.pick(['join', 'left join', 'right join', ', ', 'cross join', ', lateral'])
  if (join === ', ' || join === 'cross join') return { sql: `${first.sql} ${join} ${second.sql}`, columns }
  if (join === ', lateral') {
    const name = names.next('l')
    const kind = random.pick<Kind>(KINDS)
    const inner = `select ${expression(random, kind, columns, 1)} as v from ${second.sql}`
    return {
      sql: `${first.sql}, lateral (${inner}) ${name}`,
      columns: [...first.columns, { sql: `${name}.v`, kind }],
    }
  }
  const on = `${expression(random, 'text', first.columns, 0)} = ${expression(random, 'text', second.columns, 0)}`
  return { sql: `${first.sql} ${join} ${second.sql} on ${on}`, columns }
}

function relation(random: Random, names: Names): From {
  const table = random.pick(Object.keys(TABLES))
  const alias = names.next('r')
  const columns = Object.entries(TABLES[table] ?? {}).map(([name, kind]) => ({
    sql: `${alias}.${name}`,
    kind,
  }))
  if (random.below(4) > 0) return { sql: `${table} ${random.below(2) === 0 ? 'as ' : ''}${alias}`, columns }
  const inner = names.next('s')
  return { sql: `(select * from ${table} ${inner} where ${inner}.id is not null) ${alias}`, columns }
}

function expression(random: Random, kind: Kind, columns: readonly Column[], depth: number): string {
  const own = columns.filter((column) => column.kind === kind)
  if (depth === 0 || random.below(3) === 0) {
    return own.length > 0 && random.below(4) > 0 ? random.pick(own).sql : constant(random, kind)
  }
  const make = (of: Kind) => expression(random, of, columns, depth - 1)
  return random.pick(FORMS[kind])(make)
}

type Make = (kind: Kind) => string

const FORMS: Readonly<Record<Kind, readonly ((make: Make) => string)[]>> = {
  int: [
    (make) => `${make('int')} + ${make('int')} - ${make('int')}`,
    (make) => `${make('int')} * -${make('int')}`,
    (make) => `length(${make('text')})`,
    (make) => `coalesce(${make('int')}, ${make('int')})`,
    (make) => `case when ${make('bool')} then ${make('int')} else ${make('int')} end`,
    (make) => `(select count(*)::int from sales x where x.quantity > ${make('int')})`,
    (make) => `extract(month from ${make('date')})::int`,
    (make) => `greatest(${make('int')}, ${make('int')})`,
    (make) => `nullif(${make('int')}, ${make('int')})`,
  ],
  text: [
    (make) => `${make('text')} || ${make('text')}`,
    (make) => `upper(${make('text')})`,
    (make) => `substr(${make('text')}, 2)`,
    (make) => `${make('int')}::text`,
    (make) => `case ${make('int')} when ${make('int')} then ${make('text')} end`,
    (make) => `to_char(${make('date')}, 'YYYY"x"MM')`,
    (make) => `(array[${make('text')}, ${make('text')}])[1]`,
  ],
  bool: [
    (make) => `${make('int')} < ${make('int')}`,
    (make) => `${make('bool')} and ${make('bool')} or not ${make('bool')}`,
    (make) => `${make('text')} like '%a%'`,
    (make) => `${make('int')} between ${make('int')} and ${make('int')}`,
    (make) => `${make('int')} in (1, ${make('int')}, 40)`,
    (make) => `${make('text')} is not null`,
    (make) => `${make('date')} is distinct from ${make('date')}`,
    (make) => `exists (select from places y where y.name = ${make('text')})`,
    (make) => `${make('text')} in (select city from sales)`,
    (make) => `(${make('int')}, ${make('text')}) < (${make('int')}, ${make('text')})`,
    (make) => `${make('int')} = any (array[1, ${make('int')}])`,
    (make) => `(${make('bool')}) is not true`,
  ],
  date: [
    (make) => `${make('date')} + ${make('int')} % 100`,
    (make) => `date_trunc('month', ${make('date')})::date`,
    (make) => `least(${make('date')}, ${make('date')})`,
  ],
}

function constant(random: Random, kind: Kind): string {
  if (kind === 'int') return String(random.below(50))
  if (kind === 'text') return random.pick(["'chai'", "'Moshi'", "'it''s'", "'\\'", "e'\\n'", '$$a$$', "''"])
  if (kind === 'bool') return random.pick(['true', 'false', 'null::bool'])
  return random.pick(["date '2026-01-20'", "'2026-02-14'::date", 'null::date'])
}
