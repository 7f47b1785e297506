// The check of reads of a page finds what it is for: each way to read once what may still change, and nothing that waits.
import { describe, expect, test } from 'vitest'
import { earlyReadsIn } from './early-reads.ts'

const inATest = (lines: string) => `test('it', async () => {\n${lines}\n})`

describe('caught', () => {
  test.each([
    ['a read', 'expect(await row.count()).toBe(2)'],
    ['a read with a message', "expect(await row.innerText(), 'the row').toBe('a')"],
    ['a part of what was read', "expect((await cells.allInnerTexts()).slice(1)).toEqual(['a'])"],
    ['reads beside each other', 'expect([await a.isVisible(), await b.isVisible()]).toEqual([true, true])'],
    ['reads at once', 'expect(await Promise.all([a.isVisible(), b.isVisible()])).toEqual([true, true])'],
    ['what waits for the read', 'await expect(row.count()).resolves.toBe(2)'],
    ['a read in a constant', "const text = await row.innerText()\nexpect(text).toBe('a')"],
    ['reads in constants', "const [text] = await row.allInnerTexts()\nexpect(text).toBe('a')"],
    ['a part of a constant', 'const box = await row.boundingBox()\nexpect((box?.x ?? 0) > 5).toBe(true)'],
    ['a read in a helper', "const text = () => row.innerText()\nexpect(await text()).toBe('a')"],
    [
      'a read in a longer helper',
      "const text = async () => {\nawait row.hover()\nreturn row.innerText()\n}\nexpect(await text()).toBe('a')",
    ],
    [
      'a read in a helper below it',
      "expect(await textOf(row)).toBe('a')\nfunction textOf(row) {\nreturn row.innerText()\n}",
    ],
    ['a helper of a helper', 'const a = () => row.count()\nconst b = () => a()\nexpect(await b()).toBe(1)'],
    ['the address', "expect(new URL(page.url()).search).toBe('?a')"],
    ['a part of the address', 'const found = new URL(page.url())\nexpect(found.search).toBe("?a")'],
    ['the rules of accessibility', 'expect(await violationsOf(page)).toEqual([])'],
    ['one of many', "for (const text of await rows.allInnerTexts()) expect(text).toBe('a')"],
  ])('%s', (_what, lines) => {
    expect(earlyReadsIn('a.test.ts', inATest(lines))).toEqual([
      expect.stringMatching(/^a\.test\.ts:\d+: expect\(.*\) reads the page once\.$/),
    ])
  })
})

test.each([
  ['what is read until it is there', 'await expect.poll(() => row.count()).toBe(2)'],
  ['a helper that is', "const text = () => row.innerText()\nawait expect.poll(text).toBe('a')"],
  ['what is asked of the server with a read', 'expect(await api(await row.innerText())).toBe(200)'],
  [
    'what is made of a read',
    'const guest = await open(await row.innerText())\nexpect(guest.problems()).toEqual([])',
  ],
  [
    'another name of a function',
    'const text = await row.innerText()\nconst f = (text) => expect(text).toBe(1)\nf(2)',
  ],
  ['what stands beside a read', 'const { user } = await row.evaluate(f)\nexpect(user).toBe(1)'],
])('passed: %s', (_what, lines) => {
  expect(earlyReadsIn('a.test.ts', inATest(lines))).toEqual([])
})
