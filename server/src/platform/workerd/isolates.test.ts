// Which isolate is which worker's is what the server has them say, once: code that reads its own line blames nobody else.
import { expect, test } from 'vitest'
import { Isolates } from './isolates.ts'

const collected = (address: string) => `[1:${address}] 8 ms: Mark-Compact 1.2 (2.9) -> 1.1 (3.9) MB\n`
const ended = (address: string) => `<--- Last few GCs --->\n\n${collected(address)}`

function open() {
  const isolates = new Isolates()
  const lineOf = (worker: string) => {
    const { modules } = isolates.naming(worker, {
      mainModule: 'entry.js',
      modules: {},
      variables: {},
      hosts: null,
    })
    return `${/console\.log\('(.+)'\)/.exec(String(modules['msingi-naming.js']))?.[1]}\n`
  }
  return { isolates, lineOf }
}

test('isolates are known by the lines with which they begin, in whatever pieces these come', () => {
  const { isolates, lineOf } = open()
  for (const part of `${lineOf('a')}${collected('0xa1')}other\n${lineOf('b')}${collected('0xb1')}`)
    isolates.read(part)
  expect(['0xa1', '0xb1', '0xc1'].map((address) => isolates.outOfHeap(ended(address)))).toEqual([
    'a',
    'b',
    undefined,
  ])
})

test('a line counts once, also where no address was behind it', () => {
  const { isolates, lineOf } = open()
  const [known, torn] = [lineOf('known'), lineOf('torn')]
  isolates.read(`${known}${collected('0xa1')}${torn}something else\n`)
  isolates.read(`${known}${collected('0xe1')}${torn}${collected('0xe2')}`)
  expect(['0xa1', '0xe1', '0xe2'].map((address) => isolates.outOfHeap(ended(address)))).toEqual([
    'known',
    undefined,
    undefined,
  ])
})
