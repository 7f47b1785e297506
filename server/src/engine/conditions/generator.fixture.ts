// Random conditions for the differential test, written as their authors would; the same seed gives the same.
import { quoteLiteral } from '#engine/shapes/identifiers.ts'
import { type Kind, type Random, SHORT, VALUES } from './samples.fixture.ts'

const COLUMNS: Readonly<Record<Kind, readonly string[]>> = {
  bool: ['active', 'hidden'],
  text: ['title', 'body', 'email'],
  char: ['code'],
  int: ['quantity', 'small'],
  big: ['big'],
  numeric: ['price', 'amount'],
  float: ['score'],
  uuid: ['id', 'owner_id', 'team_id'],
  date: ['born'],
  time: ['opens'],
  moment: ['created_at', 'deleted_at'],
}

const PATTERNS = [
  '',
  '%',
  '_',
  'a',
  'a%',
  '%a',
  '%a%',
  'a_',
  '_b',
  '%b%c',
  '%_%',
  '__',
  'a\\%',
  '\\_',
  '%\\\\%',
  '%😀_',
  '_%@example.%',
  'A%',
  '%%',
  'é%',
]

/** randomCondition writes a condition. */
export function randomCondition(random: Random): string {
  return expression('bool', 4, random)
}

const KINDS = Object.keys(VALUES) as readonly Kind[]

function expression(kind: Kind, depth: number, random: Random): string {
  if (depth <= 0 || random.chance(25)) return leaf(kind, random)
  return random.pick(FORMS[kind])((inner) => expression(inner, depth - 1, random), random)
}

function leaf(kind: Kind, random: Random): string {
  if (random.chance(4)) return kind === 'bool' ? 'null' : `null::${NAMES[kind]}`
  if (kind === 'text' && random.chance(20)) {
    return random.pick([
      'auth.email()',
      "auth.claim('role')",
      "auth.claim('level')",
      "auth.claim('none')",
      "auth.claim('flag')",
    ])
  }
  if (kind === 'uuid' && random.chance(30)) return 'auth.uid()'
  return random.chance(60) ? random.pick(COLUMNS[kind]) : literal(kind, random)
}

const NAMES: Readonly<Record<Kind, string>> = {
  bool: 'boolean',
  text: 'text',
  char: 'char(3)',
  int: 'integer',
  big: 'bigint',
  numeric: 'decimal',
  float: 'float',
  uuid: 'uuid',
  date: 'date',
  time: 'time',
  moment: 'timestamp',
}

function literal(kind: Kind, random: Random): string {
  const value = random.pick(VALUES[kind])
  if (['bool', 'int', 'big', 'numeric'].includes(kind)) return value.startsWith('-') ? `(${value})` : value
  return kind === 'text'
    ? quoteLiteral(value)
    : `${quoteLiteral(value)}::${kind === 'char' ? 'text' : NAMES[kind]}`
}

type Inner = (kind: Kind) => string
type Form = (inner: Inner, random: Random) => string

const COMPARISONS = ['=', '<>', '<', '<=', '>', '>='] as const

const comparison: Form = (inner, random) => {
  const kind = random.pick(KINDS)
  const numbers: readonly Kind[] = ['int', 'big', 'numeric', 'float']
  const other = numbers.includes(kind) && random.chance(40) ? random.pick(numbers) : kind
  const operators = kind === 'char' ? COMPARISONS.slice(0, 2) : COMPARISONS
  return `(${inner(kind)} ${random.pick(operators)} ${inner(other)})`
}

const plainLiteral: Form = (inner, random) => {
  const kind = random.pick(KINDS)
  const column = random.pick(COLUMNS[kind])
  const value = quoteLiteral(random.pick(column === 'small' ? SHORT : VALUES[kind]))
  return `(${column} ${random.pick(['=', '<>'])} ${random.chance(90) ? value : inner(kind)})`
}

const list: Form = (inner, random) => {
  const kind = random.pick(KINDS)
  const members = Array.from({ length: 1 + random.below(4) }, () =>
    random.chance(70) ? literal(kind, random) : inner(kind),
  )
  if (random.chance(15)) members.push('null')
  const forms = [
    `in (${members})`,
    `not in (${members})`,
    `= any (array[${members}])`,
    `<> all (array[${members}])`,
  ]
  return `(${inner(kind)} ${random.pick(forms)})`
}

const enumTest: Form = (inner, random) =>
  random.pick([
    "(status = 'draft')",
    "(status in ('draft', 'it''s'))",
    "(status not in ('published', null))",
    '(status = previous)',
    '(previous is not distinct from status)',
    "(coalesce(status, previous, 'draft') = 'draft')",
    `(status::text = ${inner('text')})`,
    `(${inner('text')} in (status, previous, 'a'))`,
    "(case status when 'draft' then previous when 'published' then 'it''s' end = 'draft')",
  ])

const jsonTest: Form = (inner, random) =>
  random.pick([
    `(data ->> 'k' = ${inner('text')})`,
    `(raw ->> 'k' = ${inner('text')})`,
    "(data -> 'o' ->> 'k' = 'deep')",
    "(data -> 'list' ->> 0 = 'a' or raw -> 'list' ->> -1 = 'b')",
    "(data ? 'k')",
    "(data -> 'k' is null)",
    "(data ->> 'k' is null)",
    '(data is null or raw is null)',
    "(jsonb_typeof(data) = 'object')",
    "(json_typeof(raw -> 'k') <> 'null')",
    "(data ->> 1 = 'k')",
  ])

const FORMS: Readonly<Record<Kind, readonly Form[]>> = {
  bool: [
    comparison,
    comparison,
    comparison,
    plainLiteral,
    list,
    list,
    enumTest,
    jsonTest,
    (inner) => `(${inner('bool')} and ${inner('bool')})`,
    (inner) => `(${inner('bool')} or ${inner('bool')} or ${inner('bool')})`,
    (inner) => `(not ${inner('bool')})`,
    (inner, random) => `(${inner(random.pick(KINDS))} is ${random.pick(['null', 'not null'])})`,
    (inner, random) =>
      `(${inner('bool')} is ${random.pick(['true', 'not true', 'false', 'not false', 'unknown', 'not unknown'])})`,
    (inner, random) => {
      const kind = random.pick(KINDS)
      return `(${inner(kind)} is ${random.pick(['', 'not '])}distinct from ${inner(kind)})`
    },
    (inner, random) => {
      const kind = random.pick(KINDS.filter((name) => name !== 'char'))
      return `(${inner(kind)} ${random.pick(['', 'not '])}between ${inner(kind)} and ${inner(kind)})`
    },
    (inner, random) =>
      `(${inner('text')} ${random.pick(['', 'not '])}${random.pick(['like', 'ilike'])} ${random.chance(85) ? quoteLiteral(random.pick(PATTERNS)) : `concat(${inner('text')})`})`,
    (inner) => `starts_with(${inner('text')}, ${inner('text')})`,
    (inner) =>
      `case when ${inner('bool')} then ${inner('bool')} when ${inner('bool')} then ${inner('bool')} else ${inner('bool')} end`,
    (inner) => `coalesce(${inner('bool')}, ${inner('bool')})`,
  ],
  text: [
    (inner) => `lower(${inner('text')})`,
    (inner) => `upper(${inner('text')})`,
    (inner) => `(${inner('text')} || ${inner('text')})`,
    (inner) => `(${inner('text')} || ${inner('int')})`,
    (inner) => `concat(${inner('text')}, ${inner('int')}, ${inner('bool')}, ${inner('uuid')})`,
    (inner, random) => `left(${inner('text')}, ${random.below(5) - 2})`,
    (inner, random) => `right(${inner('text')}, ${random.below(5) - 2})`,
    (inner, random) => `${random.pick(['trim', 'ltrim', 'rtrim'])}(${inner('text')})`,
    (inner) => `btrim(${inner('text')}, 'a 😀')`,
    (inner) => `replace(title, ${inner('text').replaceAll('replace(', 'concat(')}, '$&')`,
    (inner) => `coalesce(${inner('text')}, ${inner('text')})`,
    (inner) => `nullif(${inner('text')}, ${inner('text')})`,
    (inner) => `case ${inner('text')} when 'a' then ${inner('text')} else ${inner('text')} end`,
    (inner, random) => `${random.pick(['greatest', 'least'])}(${inner('text')}, ${inner('text')})`,
    (inner, random) => `${inner(random.pick(['int', 'big', 'uuid', 'bool']))}::text`,
    (inner) => `(data ->> 'k' || ${inner('text')})`,
    () => 'status::text',
  ],
  char: [(_, random) => random.pick(COLUMNS.char)],
  int: [
    (inner, random) =>
      `(${inner('int')} ${random.pick(['+', '-', '*'])} ${random.pick(['1', '2', '(-3)', '7'])})`,
    (inner, random) => `(${inner('int')} ${random.pick(['/', '%'])} ${random.pick(['2', '(-3)', 'small'])})`,
    (inner) => `(- ${inner('int')})`,
    (inner) => `abs(${inner('int')})`,
    (inner) => `mod(${inner('int')}, 7)`,
    (inner) => `length(${inner('text')})`,
    (inner) => `strpos(${inner('text')}, ${inner('text')})`,
    (inner) => `position(${inner('text')} in title)`,
    (inner) => `${inner('bool')}::int`,
    (inner) => `coalesce(${inner('int')}, ${inner('int')})`,
    (inner, random) => `${random.pick(['greatest', 'least'])}(${inner('int')}, ${inner('int')})`,
    () => "auth.claim('level')::int",
    (inner) => `case when ${inner('bool')} then ${inner('int')} else ${inner('int')} end`,
  ],
  big: [
    (inner, random) =>
      `(${inner('big')} ${random.pick(['+', '-', '*', '/', '%'])} ${random.pick(['2', '(-3)', '1'])})`,
    (inner) => `${inner('int')}::bigint`,
    (inner) => `coalesce(${inner('big')}, ${inner('int')})`,
  ],
  numeric: [
    (inner, random) =>
      `(${inner('numeric')} ${random.pick(['+', '-', '*'])} ${inner(random.pick(['numeric', 'int', 'big']))})`,
    (inner) => `(${inner('numeric')} % 0.7)`,
    (inner) => `abs(${inner('numeric')})`,
    (inner) => `(- ${inner('numeric')})`,
    (inner) => `${inner('int')}::decimal`,
    (inner, random) =>
      `${random.pick(['greatest', 'least', 'coalesce'])}(${inner('numeric')}, ${inner('big')})`,
  ],
  float: [
    (inner) => `${inner('int')}::float`,
    (inner) => `${inner('numeric')}::float`,
    (inner, random) =>
      `${random.pick(['greatest', 'least', 'coalesce'])}(${inner('float')}, ${inner('numeric')})`,
  ],
  uuid: [
    (inner) => `coalesce(${inner('uuid')}, ${inner('uuid')})`,
    (inner) => `nullif(${inner('uuid')}, ${inner('uuid')})`,
    (inner, random) => `${random.pick(['greatest', 'least'])}(${inner('uuid')}, ${inner('uuid')})`,
  ],
  date: [
    (inner) => `coalesce(${inner('date')}, '2026-01-31')`,
    (inner) => `greatest(${inner('date')}, ${inner('date')})`,
  ],
  time: [(inner) => `least(${inner('time')}, ${inner('time')})`],
  moment: [
    (inner) => `coalesce(${inner('moment')}, ${inner('moment')})`,
    (inner) => `greatest(${inner('moment')}, ${inner('moment')})`,
  ],
}
