// What is suggested for names that do not exist, and that it takes bounded work.
import { expect, test } from 'vitest'
import { suggestion } from './nearest-names.ts'

test.each([
  ['titel', ['title', 'price'], ' Did you mean title?'],
  ['Title', ['title', 'price'], ' Did you mean title?'],
  ['boks', ['books', 'boxes', 'shops'], ' Did you mean books or boxes?'],
  ['colour', ['title', 'price'], ' There are title, price.'],
  ['', ['title'], ' There is only title.'],
  ['x', [], ''],
  ['colour', Array.from({ length: 21 }, (_, index) => `column_${index}`), ''],
])('%j among %j', (name, names, sentence) => {
  expect(suggestion(name, names)).toBe(sentence)
})

test('a long name and many names are looked at in part only', () => {
  let asked = 0
  function* names() {
    for (;;) yield `name_${asked++}`
  }
  expect(suggestion('x'.repeat(1_000_000), names())).toBe('')
  expect(asked).toBeLessThan(1100)
})
