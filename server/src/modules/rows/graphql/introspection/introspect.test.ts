// Introspection says what graphql-js would say, in turns, and never more than it may.
import { executeSync, getIntrospectionQuery, Kind, parse, validate, validateSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import type { SchemaShape } from '#engine/shapes/relations.ts'
import { relationsOf } from '#engine/shapes/relations.ts'
import type { ColumnShape, TableShape } from '#engine/shapes/shape.ts'
import { createApiCache, type ProjectApi } from '#modules/rows/graphql/schema/project-schema.ts'
import { type Introspection, introspect, standardForm } from './introspect.ts'

const TYPES = ['text', 'bigint', 'uuid', 'jsonb', 'decimal'] as const

function shapeOf(tables: number, columns: number): SchemaShape {
  const table = (slug: string): TableShape => {
    const all = Array.from({ length: columns }, (_, n): [string, ColumnShape] => {
      const name = n === 0 ? 'id' : `c${n}`
      const data_type = n === 0 ? 'uuid' : (TYPES[n % TYPES.length] ?? 'text')
      return [name, { name, data_type, required: n === 0, has_default: n === 0, enum_values: [] }]
    })
    const rest = {
      version: '1',
      read_only: false,
      is_view: false,
      soft_delete: true,
      owner_column: undefined,
    }
    return { id: slug, schema: 'p', slug, columns: new Map(all), ...rest }
  }
  const slugs = Array.from({ length: tables }, (_, n) => `t${n}`)
  const link = { name: 'parent', from_column: 'c2', to_column: 'id', single: false }
  const links = slugs.slice(1).map((from_table) => ({ ...link, from_table, to_table: 't0' }))
  return { tables: new Map(slugs.map((slug) => [slug, table(slug)])), relations: relationsOf(links) }
}

const apiOf = (tables: number, columns: number): ProjectApi => createApiCache()('p', shapeOf(tables, columns))

function asked(query: string): Introspection {
  const document = parse(query)
  const fragments = document.definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
  const [operation] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  return {
    nodes: operation?.selectionSet.selections as Introspection['nodes'],
    fragments: new Map(fragments.map((one) => [one.name.value, one])),
    variables: { sources: {}, coerced: {} },
  }
}

const ask = (api: ProjectApi, query: string) => {
  const one = asked(query)
  return introspect(api.passing(), one, standardForm(one) !== undefined)
}

const FULL = getIntrospectionQuery({ oneOf: true, inputValueDeprecation: true, specifiedByUrl: true })
const BOMB = `{ __schema { types { ${Array.from({ length: 60 }, (_, i) => `a${i}: fields { ...F }`).join(' ')} } } }
  fragment F on __Field { name args { name type { name } } type { name ofType { name ofType { name } } } }`

describe('a project', () => {
  const api = apiOf(12, 8)

  test.each([
    FULL,
    getIntrospectionQuery(),
    getIntrospectionQuery({ descriptions: false, typeDepth: 3 }),
    '{ __schema { queryType { name } types { __typename kind name } directives { name locations } } }',
    '{ __type(name: "t1Where") { name inputFields { name type { name kind ofType { name } } } } }',
    '{ __type(name: "t1Column") { enumValues { name } possibleTypes { name } } }',
    '{ __type(name: "nothing") { name } }',
    '{ __schema { mutationType { fields { one: name two: name } } } }',
  ])('is described as by graphql-js: %s', async (query) => {
    expect(validate(api.schema, parse(query))).toEqual([])
    const { data } = executeSync({ schema: api.passing().schema, document: parse(query) })
    expect(await ask(api, query)).toBe(JSON.stringify(Object.values(data ?? {})[0]))
  })

  test('has a valid schema', () => {
    const { schema } = api.passing()
    schema.assumeValid = false
    Reflect.set(schema, '__validationErrors', undefined)
    expect(validateSchema(schema)).toEqual([])
  })
})

test('what tools send is told from what is made up', () => {
  const form = (query: string) => standardForm(asked(query))
  expect(form(FULL)).toBeTypeOf('string')
  expect(form(getIntrospectionQuery({ descriptions: false }))).toBeTypeOf('string')
  expect(form('{__schema{types{name}}}')).toBe(
    form('query Q { s: __schema { ...T } } fragment T on __Schema { types { name } }'),
  )
  expect(form('{ __schema { types { a: name } } }')).toBeUndefined()
  expect(form('{ __schema { queryType { fields { name } } } }')).toBeUndefined()
  expect(form('{ __schema { types { fields { type { fields { name } } } } } }')).toBeUndefined()
  expect(form('{ __type(name: "a") { name } }')).toBeUndefined()
})

test('aliases and fragments are refused before the answer is made', async () => {
  const api = apiOf(200, 20)
  expect(validate(api.schema, parse(BOMB))).toEqual([])
  await expect(ask(api, BOMB)).rejects.toThrow('too much of the schema')
})

test('a schema of 300 tables is told in full, and others have their turn meanwhile', async () => {
  const api = apiOf(300, 15)
  let turns = 0
  let done = false
  const count = () => {
    turns += 1
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  const text = await ask(api, FULL)
  done = true
  expect(JSON.parse(text).types.length).toBeGreaterThan(300 * 8)
  expect(turns).toBeGreaterThan(text.length / 200_000)
})

test('one of more than 48 MB is refused', async () => {
  await expect(ask(apiOf(1_000, 100), FULL)).rejects.toThrow('too much of the schema')
}, 60_000)

test('a document makes the types of the tables that it touches, and no others', () => {
  const api = apiOf(500, 100)
  const whole = 500 * 100 * 5
  expect(validate(api.schema, parse('{ t3(where: {c1: {_eq: "x"}}) { id t0: parent { id } } }'))).toEqual([])
  expect(api.weight()).toBeLessThan(whole / 20)
  expect(validate(api.schema, parse('{ t3 { nothing } }'))[0]?.message).toContain(
    'Cannot query field "nothing"',
  )
  expect(validate(api.schema, parse('query ($w: t9Where) { t9(where: $w) { id } }'))).toEqual([])
  expect(validate(api.schema, parse('query ($w: t500Where) { t9(where: $w) { id } }'))).not.toEqual([])
})
