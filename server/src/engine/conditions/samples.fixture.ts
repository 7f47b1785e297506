// Random numbers for the tests that draw what they try, and random values for rows; the same seed gives the same.
import type { DataType } from '#engine/shapes/data-types.ts'

/** Random returns whole numbers from 0 up to a limit, and picks. */
export interface Random {
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  chance(percent: number): boolean
}

/** randomFrom makes a generator from a seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    chance: (percent) => below(100) < percent,
  }
}

/** Kind is the type of a random expression. */
export type Kind =
  | 'bool'
  | 'text'
  | 'int'
  | 'big'
  | 'numeric'
  | 'float'
  | 'uuid'
  | 'date'
  | 'time'
  | 'moment'
  | 'char'

const UUIDS = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-00000000000A',
  'ffffffff-ffff-4fff-bfff-ffffffffffff',
]

const TEXTS = [
  '',
  'a',
  'A',
  'b',
  'aa',
  'ab',
  'Ab c',
  ' a ',
  'a%',
  '%',
  '_',
  'a_b',
  '\\',
  "it's",
  'zz',
  '10',
  '-7',
  'true',
  '7x',
  'ß',
  'İ',
  'é',
  'É',
  '\uffee',
  '😀',
  'a😀b',
  'admin',
  'x@example.com',
  'X@Example.com',
  UUIDS[0] ?? '',
]

/** VALUES are the texts that literals and columns of each kind take. */
export const VALUES: Readonly<Record<Kind, readonly string[]>> = {
  bool: ['true', 'false'],
  text: TEXTS,
  char: ['', 'a', 'ab', 'abc', 'a  ', ' a'],
  int: ['0', '1', '-1', '2', '7', '10', '100', '2147483647', '-2147483648'],
  big: [
    '0',
    '1',
    '-7',
    '100',
    '9007199254740991',
    '9007199254740993',
    '-9223372036854775808',
    '9223372036854775807',
  ],
  numeric: [
    '0',
    '1',
    '1.0',
    '-1.50',
    '0.1',
    '0.30',
    '100',
    '12345678901234567890.123456789',
    '9007199254740993',
    '1e-7',
  ],
  float: ['0', '-0', '0.1', '0.30000000000000004', '1', '-1.5', '1e300', '9007199254740992', '100'],
  uuid: UUIDS,
  date: ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'],
  time: ['00:00:00', '09:30:00', '09:30:00.5', '23:59:59.999999'],
  moment: [
    '2026-01-31T12:00:00Z',
    '2026-01-31 12:00:00.5+00',
    '2026-01-31T15:00:00+03:00',
    '1970-01-01',
    '9999-12-31T23:59:59.999999Z',
  ],
}

/** SHORT are whole numbers that fit everywhere. */
export const SHORT = ['1', '-1', '2', '7']

const KIND_OF: Readonly<Partial<Record<DataType, Kind>>> = {
  string: 'text',
  text: 'text',
  email: 'text',
  char: 'char',
  smallint: 'int',
  integer: 'int',
  bigint: 'big',
  decimal: 'numeric',
  money: 'numeric',
  float: 'float',
  boolean: 'bool',
  uuid: 'uuid',
  date: 'date',
  time: 'time',
  timestamp: 'moment',
}

const JSON_VALUES = [
  '{}',
  'null',
  '"k"',
  '[]',
  '["a", "k", 1]',
  '{"k": "a", "n": 1}',
  '{"k": null, "list": ["a", "b"]}',
  '{"k": true, "o": {"k": "deep"}}',
  '{"k": 1.0}',
  '3',
  '{"list": []}',
]

/** randomValue returns the text of a value for a column, or undefined for null. */
export function randomValue(type: DataType, labels: readonly string[], random: Random): string | undefined {
  if (random.chance(20)) return undefined
  if (type === 'enum') return random.pick(labels)
  if (type === 'json' || type === 'jsonb') return random.pick(JSON_VALUES)
  const kind = KIND_OF[type]
  if (!kind) return undefined
  const value = random.pick(VALUES[kind])
  return type === 'smallint' || type === 'money' ? random.pick(SHORT) : value
}
