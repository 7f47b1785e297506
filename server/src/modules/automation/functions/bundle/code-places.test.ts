// Places of a bundle, found piece by piece, against Node's own reading of the whole source map.
import { SourceMap } from 'node:module'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { CodePlaces, preparePlaces } from './code-places.ts'

async function compiled(files: Record<string, string>) {
  const { outputFiles } = await build({
    stdin: { contents: files['index.ts'] as string, sourcefile: 'source:index.ts', loader: 'ts' },
    ...{
      bundle: true,
      write: false,
      format: 'esm',
      sourcemap: 'external',
      outdir: '/',
      sourcesContent: false,
    },
    minifyWhitespace: files.minify !== undefined,
  })
  return outputFiles.map(({ text }) => text) as [map: string, code: string]
}

test.each([
  ['many lines', {}],
  ['one line', { minify: 'yes' }],
])('places in code of %s are those of its source map', async (_, options) => {
  const lines = Array.from(
    { length: 3000 },
    (_, n) => `export function f${n}(a: number) { return a * ${n} }\n\n`,
  )
  const [map, code] = await compiled({ 'index.ts': lines.join(''), ...options })
  const places = new CodePlaces(preparePlaces(map))
  const whole = new SourceMap(JSON.parse(map))
  const rows = code.split('\n')
  for (let n = 0; n < 3000; n += 7) {
    const row = Math.floor((n / 3000) * rows.length)
    const column = Math.floor(((rows[row]?.length ?? 0) * (n % 97)) / 97)
    const entry = whole.findEntry(row, column)
    const expected =
      'originalSource' in entry && entry.generatedLine === row
        ? { file: 'index.ts', line: entry.originalLine + 1, column: entry.originalColumn + 1 }
        : undefined
    expect(places.find(row + 1, column + 1), `${row}:${column}`).toEqual(expected)
  }
})

test('a place takes a few thousand characters of mappings, whatever its line', () => {
  const mappings = `${';'.repeat(1_000_000)}AAAA${',CAAC'.repeat(1_000_000)}`
  const text = preparePlaces(JSON.stringify({ sources: ['source:a.js'], mappings }))
  const places = new CodePlaces(text)
  expect(places.find(1_000_001, 500_001)).toEqual({ file: 'a.js', line: 1, column: 500_001 })
  expect(places.find(500_000, 1)).toBeUndefined()
  expect(places.find(2_000_000, 1)).toBeUndefined()
  const began = process.cpuUsage()
  for (let n = 0; n < 1000; n++) places.find(1_000_001, 1000 * n)
  // Read from its beginning, each would take some 10 ms.
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
})

test('of a map without end nothing is kept', () => {
  const text = preparePlaces(JSON.stringify({ sources: ['a'], mappings: 'AAAA,'.repeat(2_000_000) }))
  expect(text.length).toBeLessThan(100)
  expect(new CodePlaces(text).find(1, 1)).toBeUndefined()
})
