// Every parser of what clients write takes time in proportion to its length, and never more than a turn: whoever adds one
// adds it here.

import { beforeAll, describe, expect, test } from 'vitest'
import { compileCondition } from '#engine/conditions/condition.ts'
import { parseExact } from '#engine/conditions/values/exact.ts'
import { likeMatcher } from '#engine/conditions/values/like.ts'
import { Work } from '#engine/conditions/values/work.ts'
import { parseDefault, readDefault } from '#engine/ddl/ddl-default.ts'
import { columnSlug, tableSlug } from '#engine/ddl/ddl-names.ts'
import { parseStatements } from '#engine/ddl/statements/parse-statements.ts'
import { countTokens } from '#engine/parser/count-tokens.ts'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { compile } from '#engine/request/compile/compile.ts'
import { parseGet, parseList } from '#engine/request/parse/parse-list.ts'
import { type DataType, isEmail, isPhone, TYPE_FACTS } from '#engine/shapes/data-types.ts'
import { quoteIdentifier, quoteLiteral, slugify } from '#engine/shapes/identifiers.ts'
import { relationsOf, type SchemaShape } from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { fromJson, fromText } from '#engine/shapes/values.ts'
import { numberParameters } from '#engine/sql/named-parameters.ts'
import { parseQuery as parseSql } from '#engine/sql/parse.ts'
import { parseQuery } from '#engine/structured-query/parse-query.ts'
import type { QueryConfig } from '#engine/structured-query/query-config.ts'
import { fillIn, placeholderProblems, withoutEmpty } from '#modules/auth/messages/placeholders.ts'
import { parseEnvText } from '#modules/automation/environment/env-text.ts'
import { readName } from '#modules/domains/domain-names.ts'
import { readRows } from '#modules/rows/data/operations/row-input.ts'
import { readConflict } from '#modules/rows/data/writing/conflict.ts'
import { readMetadata } from '#modules/storage/resumable/upload-metadata.ts'
import { elements, textOf } from '#modules/storage/s3/xml.ts'
import { checkSchedule } from '#platform/clock/schedules.ts'
import { withoutEndSlashes } from '#platform/config/addresses.ts'
import { LIMITS } from '#platform/http/bodies/body-limits.ts'
import { parseJsonBody } from '#platform/http/bodies/json-body.ts'
import { clientAddress, networkOf } from '#platform/http/connections/client-address.ts'
import { parseExactly } from '#platform/json/exact-json.ts'
import { redactUrl } from '#platform/log/log.ts'
import { jsonParts } from '#platform/realtime/json-parts.ts'
import { decodeCommands } from '#platform/realtime/protobuf.ts'
import { readFrame } from '#platform/realtime/protocol.ts'
import { growthProblem } from './growth.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const KB = 1024
const NOW = new Date('2026-11-01T00:00:00Z')

function column(name: string, data_type: DataType): ColumnShape {
  return { name, data_type, required: false, has_default: false, enum_values: ['a', 'b'] }
}

function table(slug: string, columns: readonly ColumnShape[]): TableShape {
  return {
    ...{
      id: slug,
      schema: 's',
      slug,
      version: '1',
      read_only: false,
      soft_delete: true,
      owner_column: undefined,
    },
    columns: new Map(columns.map((one) => [one.name, one])),
  }
}

const TYPES = Object.keys(TYPE_FACTS) as DataType[]
const things = table('things', [
  column('id', 'uuid'),
  column('owner', 'uuid'),
  column('created_at', 'timestamp'),
  ...TYPES.map((type) => column(type, type)),
  ...Array.from({ length: 400 }, (_, i) => column(`c${i}`, 'text')),
])
const link = { name: 'a', from_table: 'things', from_column: 'owner', to_table: 'things', to_column: 'id' }
const schema: SchemaShape = {
  tables: new Map([['things', things]]),
  relations: relationsOf([{ ...link, single: false }]),
}
const key = { type: 'api_key', kind: 'publishable', key_id: '', project_id: '', scopes: ['*'] } as const
const scope = { table: things, findTable: () => undefined }

/** Parser is what reads a text, and how long that can be where it is used. */
type Parser = readonly [name: string, most: number, read: (text: string) => unknown]

// A line of a request has 16 KB, headers and all.
const LINE = 16 * KB
const BODY = 48 * KB
const ENV_TEXT = 128 * KB

const list = (params: Record<string, string>) => compile(parseList(schema, things, params))
const query = (config: QueryConfig) => parseQuery(schema, 'things', config)
const request = (forwarded: string) => ({ headers: { 'x-forwarded-for': forwarded }, socket: {} }) as never

const isLike = (text: string, pattern: string) => {
  const work = new Work()
  work.begin(0)
  return likeMatcher(pattern)(text, work)
}

const PARSERS: readonly Parser[] = [
  ...TYPES.flatMap((type): Parser[] => [
    [`a filter on ${type}`, LINE, (text) => fromText(column('x', type), text)],
    [`a value of ${type}`, BODY, (text) => fromJson(column('x', type), text)],
    [`a default of ${type}`, BODY, (text) => parseDefault(column('x', type), text)],
  ]),
  ['the parameter of a column', LINE, (text) => list({ text })],
  ['eq.', LINE, (text) => list({ numeric: `eq.${text}` })],
  ['in.()', LINE, (text) => list({ text: `in.(${text})` })],
  ['like.', LINE, (text) => list({ text: `like.${text}` })],
  ['fts().', LINE, (text) => list({ text: `fts(${text}).${text}` })],
  ['select', LINE, (text) => list({ select: text })],
  ['select of related rows', LINE, (text) => list({ select: `owner(${text})` })],
  ['order', LINE, (text) => list({ order: text })],
  ['order by related rows', LINE, (text) => list({ select: 'owner(id)', order: `owner(${text}).asc` })],
  ['or', LINE, (text) => list({ or: `(${text})` })],
  ['or on a column', LINE, (text) => list({ or: `(text.eq.${text})` })],
  ['cursor, limit and offset', LINE, (text) => list({ cursor: text, limit: text, offset: text })],
  ['the name of a parameter', LINE, (text) => list({ [text]: 'eq.1' })],
  ['many parameters', LINE, (text) => list(Object.fromEntries(new URLSearchParams(text)))],
  ['a parameter of one row', LINE, (text) => parseGet(schema, things, 'x', { [text]: text, select: text })],
  ['on_conflict', LINE, (text) => readConflict(things, { on_conflict: text }, `resolution=${text}`)],
  ['Prefer', LINE, (text) => readConflict(things, {}, text)],
  ['columns of a query', BODY, (text) => query({ columns: text.split(',').slice(0, 500) })],
  [
    'a filter of a query',
    BODY,
    (text) => query({ filters: [{ column: text, operator: text, value: text }] }),
  ],
  [
    'values of a query',
    BODY,
    (text) => query({ filters: [{ column: 'numeric', operator: 'in', values: [text] }] }),
  ],
  [
    'a join of a query',
    2000,
    (text) => query({ joins: [{ type: text, table: 'things', alias: 'o', on: text }] }),
  ],
  ['an aggregate', BODY, (text) => query({ aggregates: [{ fn: text, column: text, alias: text }] })],
  ['isEmail', BODY, isEmail],
  ['isPhone', BODY, isPhone],
  ['slugify', KB, slugify],
  ['tableSlug and columnSlug', KB, (text) => [tableSlug(text), columnSlug(text)]],
  ['quotes', BODY, (text) => [quoteIdentifier(text), quoteLiteral(text)]],
  ['readDefault', BODY, (text) => [readDefault(text), readDefault(`'${text}'::text`)]],
  ['a condition', 2000, (text) => compileCondition(text, scope)],
  ['a condition on a text', 2000, (text) => compileCondition(`text = ${quoteLiteral(text)}`, scope)],
  ['likeMatcher', LINE, (text) => isLike('aaab', text)],
  ['a text for likeMatcher', LINE, (text) => isLike(text, '%a%b%')],
  ['parseExact', BODY, parseExact],
  ['SQL', 8 * KB, (text) => parseSql(`select ${text}`)],
  ['parameters of SQL', 8 * KB, (text) => numberParameters(`select ${text}`)],
  ['statements', 8 * KB, parseStatements],
  ['parseJsonBody', BODY, (text) => parseJsonBody(Buffer.from(text), LIMITS.client)],
  ['parseJsonBody of a text', BODY, (text) => parseJsonBody(Buffer.from(`["${text}"]`), LIMITS.client)],
  ['parseJsonBody of a list', BODY, (text) => parseJsonBody(Buffer.from(`[${text}1]`), LIMITS.client)],
  ['parseExactly', BODY, (text) => parseExactly(`{"a":[${text}1]}`)],
  [
    'rows',
    BODY,
    (text) =>
      readRows(
        things,
        text.split(',').map((one) => ({ [one]: one, enum: one })),
        key,
      ),
  ],
  ['redactUrl', LINE, (text) => redactUrl(`/x?${text}`, LINE)],
  ['clientAddress', LINE, (text) => clientAddress(request(text), true)],
  ['networkOf', LINE, (text) => [networkOf(text), networkOf(`::1%${text}`), networkOf(`[${text}]:1`)]],
  ['withoutEndSlashes', LINE, withoutEndSlashes],
  ['a .env text', ENV_TEXT, parseEnvText],
  ['a value of a .env text', ENV_TEXT, (text) => parseEnvText(`A=${text}`)],
  ['a quoted value of a .env text', ENV_TEXT, (text) => parseEnvText(`A="${text}`)],
  ['a key of a .env text', ENV_TEXT, (text) => parseEnvText(`export ${text}=`)],
  ['readFrame', BODY, readFrame],
  ['a message', BODY, (text) => readFrame(`{"id":1,"publish":{"channel":"a","data":[${text}1]}}`)],
  ['jsonParts', BODY, (text) => [...jsonParts(`{"a":"${text}"}`)]],
  [
    'placeholders',
    BODY,
    (text) => [fillIn(text, {}), withoutEmpty(text, {}), placeholderProblems(text, [], ['a'])],
  ],
  ['the tokens of SQL', BODY, (text) => countTokens(text, Number.POSITIVE_INFINITY)],
  ['a frame in Protobuf', BODY, (text) => decodeCommands(Buffer.from(text))],
  ['a schedule', 100, (text) => checkSchedule(text, 'Africa/Nairobi', NOW)],
  ['the minutes of a schedule', 100, (text) => checkSchedule(`${text} 0 29 2 *`, 'Africa/Nairobi', NOW)],
  ['XML of S3', BODY, (text) => [...elements(text, 'Part'), textOf(`<Key>${text}</Key>`, 'Key')]],
  ['Upload-Metadata', LINE, (text) => readMetadata(text)],
  ['a host name', KB, (text) => readName(text, { publicUrl: undefined, host: '127.0.0.1' })],
]

beforeAll(() => loadParser())

test.each(PARSERS)('%s', (_name, most, read) => {
  const problems = HOSTILE_TEXTS.flatMap(({ name, make }) => {
    const problem = growthProblem(make, read, most)
    return problem === undefined ? [] : [`${name}: ${problem}`]
  })
  expect(problems).toEqual([])
})

describe('the watchdog barks', () => {
  const bark = (work: (text: string) => unknown, most: number) => {
    for (const { make } of HOSTILE_TEXTS) {
      const problem = growthProblem(make, work, most)
      if (problem !== undefined) return problem
    }
    return undefined
  }
  const OLD_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/

  test.each<[string, (text: string) => unknown, number]>([
    ['at the number as it was read before', (text) => OLD_NUMBER.test(text), BODY],
    ['at the redaction as it was before', (text) => `?${text}`.replace(/([?&])([^=&#]*)=[^&#]*/g, ''), LINE],
    ['at an exponential pattern', (text) => /^(a+)+$/.test(text), LINE],
    ['at a text put together from its parts', (text) => [...text].reduce((all) => [...all, 'x'], ['']), LINE],
    [
      'at a text that is searched from each place',
      (text) => [...text].map((_, at) => text.lastIndexOf('\u0001', at)),
      BODY,
    ],
    [
      'at JSON that is read value by value',
      (text) => JSON.parse(`[${text.slice(0, -1)}]`, (_key, value) => value),
      LIMITS.client.bytes,
    ],
  ])('%s', (_what, work, most) => {
    expect(bark(work, most)).toMatch(/takes|grows/)
  })

  test('and not at what is linear, or sorts', () => {
    expect(
      bark((text) => JSON.stringify(text).toUpperCase().split('').sort().join(), 16 * KB),
    ).toBeUndefined()
  })
})
