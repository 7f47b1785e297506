// What an entry of the audit log says of two states.
import { expect, test } from 'vitest'
import { differenceOf, titleOf } from './differences.ts'

const at = (day: string) => ({ updated_at: `2026-01-${day}` })

test.each([
  ['nothing was there', undefined, { id: '1' }, { before: undefined, after: { id: '1' } }],
  ['it is gone', { id: '1' }, undefined, { before: { id: '1' }, after: undefined }],
  [
    'members differ',
    { id: '1', name: 'a', ...at('01') },
    { id: '1', name: 'b', on: true, ...at('02') },
    { before: { name: 'a' }, after: { name: 'b', on: true } },
  ],
  [
    'things in a member differ',
    { columns: [{ id: '1' }, { id: '2' }], tags: ['a', 'b'] },
    { columns: [{ id: '1' }, { id: '3' }], tags: ['a'] },
    {
      before: { columns: [{ id: '2' }], tags: ['a', 'b'] },
      after: { columns: [{ id: '3' }], tags: ['a'] },
    },
  ],
  ['nothing differs', { id: '1', ...at('01') }, { id: '1', ...at('02') }, { before: {}, after: {} }],
  [
    'an entry of a list is new',
    [{ id: '1' }],
    [{ id: '1' }, { id: '2' }],
    { before: undefined, after: { id: '2' } },
  ],
  ['an entry of a list is gone', ['a', 'b'], ['b'], { before: 'a', after: undefined }],
  [
    'an entry of a list differs',
    [{ id: '1' }, { id: '2', on: false }],
    [{ id: '1' }, { id: '2', on: true }],
    { before: [{ id: '2', on: false }], after: [{ id: '2', on: true }] },
  ],
])('%s', (_what, before, after, difference) => {
  expect(differenceOf(before, after)).toEqual(difference)
})

test('what was made is told by itself, whatever others have made meanwhile', () => {
  const [before, after] = [[{ id: '1' }], [{ id: '1' }, { id: '2' }, { id: '3' }]]
  expect(differenceOf(before, after, '3')).toEqual({ before: undefined, after: { id: '3' } })
  expect(differenceOf(before, after, '1')).toEqual({ before: [], after: [{ id: '2' }, { id: '3' }] })
})

test('things are called by their names', () => {
  expect(titleOf({ id: '1', name: '', slug: 'greet' })).toBe('greet')
  expect(titleOf({ id: '1', email: 'a@example.com' })).toBe('a@example.com')
  expect(titleOf([{ name: 'a' }])).toBeUndefined()
  expect(titleOf(null)).toBeUndefined()
})
