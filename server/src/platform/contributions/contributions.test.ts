// Lists to which modules contribute by name.
import { expect, test } from 'vitest'
import { Contributions } from './contributions.ts'

function make() {
  const fruits = new Contributions<'apple' | 'fig' | 'lime' | 'plum', number>('fruit')
  fruits.add(20, { lime: 1, apple: 2 })
  fruits.add(10, { plum: 3 })
  return fruits
}

test('parts are in their order, whichever module is loaded first', () => {
  const fruits = make()
  expect(fruits.names).toEqual(['plum', 'lime', 'apple'])
  expect(fruits.entries).toEqual([
    ['plum', 3],
    ['lime', 1],
    ['apple', 2],
  ])
  expect([fruits.get('lime'), fruits.has('lime'), fruits.has('toString')]).toEqual([1, true, false])
})

test('a name that two modules contribute, and one that none does, are caught', () => {
  const fruits = make()
  expect(() => fruits.add(30, { apple: 4 })).toThrow('two modules contribute the fruit apple')
  expect(() => fruits.get('fig')).toThrow('no module contributes the fruit fig')
})
