// The names of related tables, which must mean what they mean in a request.
import { expect, test } from 'vitest'
import { findRelation } from '#engine/request/parse/find-relation.ts'
import { type LinkShape, relationsOf, type SchemaShape } from '#engine/shapes/relations.ts'
import { relationNames } from './relation-names.ts'

function schemaOf(...links: readonly [from: string, column: string, to: string][]): SchemaShape {
  const shape = {
    id: '',
    schema: '',
    version: '',
    read_only: false,
    soft_delete: false,
    owner_column: undefined,
  }
  const slugs = new Set(links.flatMap(([from, , to]) => [from, to]))
  const relations = links.map(
    ([from_table, from_column, to_table]): LinkShape => ({
      name: from_column.replace(/_id$/, ''),
      from_table,
      from_column,
      to_table,
      to_column: 'id',
      single: false,
    }),
  )
  return {
    tables: new Map([...slugs].map((slug) => [slug, { ...shape, slug, columns: new Map() }])),
    relations: relationsOf(relations),
  }
}

function namesIn(schema: SchemaShape, slug: string): string[] {
  const table = schema.tables.get(slug)
  if (table === undefined) throw new Error(`no table ${slug}`)
  const names = relationNames(schema, table)
  for (const [key, path] of names) {
    const [name = '', hint] = key.split('!')
    expect(findRelation(schema, table, name, hint), key).toEqual(path)
  }
  return [...names.keys()].sort()
}

test('are the relationship, its column and the other table', () => {
  const schema = schemaOf(['books', 'author_id', 'authors'])
  expect(namesIn(schema, 'books')).toEqual(['author', 'author_id', 'authors'])
  expect(namesIn(schema, 'authors')).toEqual(['books'])
})

test('have the relationship behind them where several lead to one table', () => {
  const schema = schemaOf(['books', 'author_id', 'authors'], ['books', 'editor_id', 'authors'])
  const hinted = ['authors!author', 'authors!editor']
  expect(namesIn(schema, 'books')).toEqual(['author', 'author_id', ...hinted, 'editor', 'editor_id'])
  expect(namesIn(schema, 'authors')).toEqual(['books!author', 'books!editor'])
})

test('lead through link tables, and back to the table itself', () => {
  const tags = schemaOf(['book_tags', 'book_id', 'books'], ['book_tags', 'tag_id', 'tags'])
  expect(namesIn(tags, 'books')).toEqual(['book_tags', 'tags'])
  const two = schemaOf(
    ['book_tags', 'book_id', 'books'],
    ['book_tags', 'tag_id', 'tags'],
    ['old_tags', 'book_id', 'books'],
    ['old_tags', 'tag_id', 'tags'],
  )
  expect(namesIn(two, 'books')).toEqual(['book_tags', 'old_tags', 'tags!book_tags', 'tags!old_tags'])
  const people = schemaOf(['people', 'manager_id', 'people'])
  expect(namesIn(people, 'people')).toEqual(['manager', 'manager_id', 'people'])
})

test('are bounded for a table that everything refers to', () => {
  const links = Array.from(
    { length: 300 },
    (_, n) => [`t${n % 100}`, `c${n}_id`, 'hub'] as [string, string, string],
  )
  expect(namesIn(schemaOf(...links), 'hub')).toHaveLength(50)
})
