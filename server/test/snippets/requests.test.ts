// The request of a call is that which every client makes of it, as the cases of clients/conformance say.
import { type Chain, readChain } from '@msingi/snippets/chain'
import { requestOf } from '@msingi/snippets/request'
import { expect, test } from 'vitest'
import { type Call, readCases, type Seen, type Step, stepsOf } from '#test/conformance/cases.ts'
import { findDifferences } from '#test/conformance/differences.ts'
import { parseDigits } from '#test/conformance/digits.ts'
import { readAddress } from '#test/conformance/scripted-server.ts'

const PROJECT = '0198a0b0-0000-7000-8000-0000000000ff'

const cases = (await readCases()).flatMap(({ file, cases }) =>
  cases.flatMap((one) => {
    const steps = stepsOf(one)
    const { seen = [] } = one
    const isPlain = steps.every((step) => 'do' in step) && steps.length === seen.length
    return isPlain
      ? steps.map((step, at) => ({
          name: `${file}: ${one.name} (${at + 1})`,
          call: (step as Step).do,
          seen: seen[at] as Seen,
        }))
      : []
  }),
)

const described = cases.flatMap(({ call, ...one }) => {
  const chain = asChain(call)
  return chain === undefined ? [] : [{ ...one, chain }]
})

test('most cases of one request can be described', () => {
  expect(described.length / cases.length).toBeGreaterThan(0.5)
})

// Those of which a client sends nothing.
const refused = (await readCases()).flatMap(({ cases }) =>
  cases.flatMap((one) => {
    const [step, ...more] = stepsOf(one)
    if (one.seen?.length !== 0 || step === undefined || !('do' in step) || more.length > 0) return []
    const chain = asChain(step.do)
    return chain === undefined || one.fails?.status !== 400 ? [] : [{ name: one.name, chain }]
  }),
)

test.each(refused)('no request: $name', ({ chain }) => {
  expect(() => requestOf(chain, PROJECT)).toThrow(TypeError)
})

test.each(described)('$name', ({ chain, seen }) => {
  const { method, path, headers, body, text } = requestOf(chain, PROJECT)
  const came = readAddress(path)
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  // Who makes it is no part of it.
  const { 'x-platform-api-key': _key, authorization: _user, ...expected } = seen.headers ?? {}
  expect(`${method} ${came.path}`).toBe(`${seen.method} ${seen.path}`)
  expect([
    ...findDifferences(seen.query ?? {}, came.query, true, 'query'),
    ...findDifferences(expected, lower, false, 'headers'),
    ...(seen.json === undefined ? [] : findDifferences(seen.json, digitsOf(body), true, 'json')),
    ...(seen.text === undefined ? [] : findDifferences(seen.text, text, true, 'text')),
  ]).toEqual([])
})

const digitsOf = (body: unknown) => (body === undefined ? null : parseDigits(JSON.stringify(body)))

/** asChain returns a call that can be described; undefined for one of other methods, or with values of other steps. */
function asChain(call: Call): Chain | undefined {
  const [first, ...rest] = call
  if (first === undefined || JSON.stringify(call).includes('"$')) return undefined
  try {
    readChain([first, ...rest])
    return [first, ...rest]
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
