// Conditions follow renames where a name means what was renamed, and nowhere else.
import { beforeAll, expect, it } from 'vitest'
import { loadParser } from '#engine/parser/parse-sql.ts'
import { type Rename, renameInCondition } from './ddl-rename.ts'

beforeAll(() => loadParser())

const TABLES = new Map([
  ['albums', new Set(['id', 'title', 'user_id'])],
  ['tracks', new Set(['id', 'album_id', 'title'])],
])
const title: Rename = { table: 'albums', column: 'title', to: 'heading' }
const albums: Rename = { table: 'albums', to: 'records' }

it.each([
  ['a bare column', title, `title = 'title'`, `"heading" = 'title'`],
  ['a qualified column', title, 'albums.title is not null', 'albums."heading" is not null'],
  [
    'a quoted column',
    title,
    `"albums" . "title" like 'é%' and TITLE <> ''`,
    `"albums" . "heading" like 'é%' and "heading" <> ''`,
  ],
  ['a name behind bytes that are several', title, `'éé' <> title`, `'éé' <> "heading"`],
  ['no column of a subquery', title, 'exists (select from tracks where title is null)', undefined],
  [
    'an outer column in a subquery',
    title,
    'exists (select from tracks t where t.title = albums.title)',
    'exists (select from tracks t where t.title = albums."heading")',
  ],
  [
    'both sides of a join',
    { table: 'tracks', column: 'album_id', to: 'record' } as Rename,
    'exists (select from tracks a join tracks b on a.album_id = b.album_id where a.album_id = albums.id)',
    'exists (select from tracks a join tracks b on a."record" = b."record" where a."record" = albums.id)',
  ],
  ['a table as qualifier', albums, 'albums.user_id = auth.uid()', '"records".user_id = auth.uid()'],
  [
    'nothing of another table',
    { table: 'tracks', column: 'title', to: 'name' } as Rename,
    'title is null',
    undefined,
  ],
  [
    'a function of the same name',
    { table: 'albums', column: 'title', to: 'lower' } as Rename,
    'lower(title) = title',
    'lower("lower") = "lower"',
  ],
])('renames %s', (_, rename, condition, expected = condition) => {
  expect(renameInCondition(condition, 'albums', TABLES, rename)).toBe(expected)
})

it.each<[string, Rename, string]>([
  [
    'a subquery knows the new name',
    { table: 'albums', column: 'user_id', to: 'album_id' },
    'exists (select from tracks t where t.id = user_id)',
  ],
  [
    'a subquery begins to know an outer name',
    { table: 'tracks', column: 'title', to: 'user_id' },
    'exists (select from tracks where title = user_id)',
  ],
  [
    'an alias is the new name',
    { table: 'albums', to: 'records' },
    'exists (select from tracks records where records.album_id = albums.id)',
  ],
])('refuses where %s', (_, rename, condition) => {
  expect(renameInCondition(condition, 'albums', TABLES, rename)).toBeUndefined()
})

it('refuses a condition that would become too long', () => {
  const condition = `${'note = 1 or '.repeat(480)}note = 1`
  const tables = new Map([['posts', new Set(['note'])]])
  const rename = { table: 'posts', column: 'note', to: 'a_much_longer_name_of_a_note' }
  expect(() => renameInCondition(condition, 'posts', tables, rename)).toThrow('at most 10000 characters')
})
