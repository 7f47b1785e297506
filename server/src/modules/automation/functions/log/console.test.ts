// The log of a function has what `console` would print in Node, with the places of the source; of a flood it says how much is missing.
import { format } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'
import { trim } from './function-log.store.ts'
import { createTrimmer } from './trimmer.ts'

let lab: FunctionsLab
const { call, deployed } = bound(() => lab)
beforeAll(async () => {
  lab = await openFunctions()
})
afterAll(() => lab.app.stop())

const linesOf = async (id: string): Promise<{ level: string; message: string }[]> =>
  (await call('GET', `/${id}/logs?limit=1000`)).data.toReversed()

const CALLS: readonly (readonly [call: string, level: string, message: string])[] = [
  [`console.log('%s is %d', 'a', 5, { x: 1 })`, 'log', format('%s is %d', 'a', 5, { x: 1 })],
  [`console.info('100 %')`, 'info', '100 %'],
  [`console.debug(undefined, null, 1n, Symbol('s'))`, 'debug', format(undefined, null, 1n, Symbol('s'))],
  [`console.log(new Map([[1, { a: 2 }]]), [1, [2]])`, 'log', format(new Map([[1, { a: 2 }]]), [1, [2]])],
  [
    `{ const loop = { a: 1 }; loop.self = loop; console.warn(loop) }`,
    'warn',
    '<ref *1> { a: 1, self: [Circular *1] }',
  ],
  [`console.table([{ a: 1 }])`, 'log', '[ { a: 1 } ]'],
  [`console.dir({ a: { b: 1 } }, { depth: 0 })`, 'log', '{ a: [Object] }'],
  [`console.assert(1 > 2, 'sums of', 3)`, 'error', 'Assertion failed: sums of 3'],
  [`console.count('c'); console.count('c')`, 'log', 'c: 2'],
  [`console.group('group'); console.groupEnd()`, 'log', 'group'],
]

test('every method of console leaves the line that Node would print', async () => {
  const { id } = await deployed({
    name: 'Console',
    code: handler(`${CALLS.map(([call]) => call).join('\n')}\nconsole.log('end'); return new Response()`),
  })
  await call('POST', `/${id}/invoke`)
  await expect.poll(async () => (await linesOf(id)).at(-1)?.message).toBe('end')
  const lines = (await linesOf(id)).map(({ level, message }) => [level, message])
  expect(lines).toEqual(expect.arrayContaining(CALLS.map(([, ...line]) => line)))
})

test('stacks that are logged have the places of the source', async () => {
  const { id } = await deployed({
    name: 'Stacks',
    files: {
      'index.ts': `import { check } from './check.ts'\nexport default {\n  async fetch() {\n    console.trace('here')\n    try { check() } catch (error) { console.error('failed:', error) }\n    return new Response()\n  },\n}\n`,
      'check.ts': `type T = string\nexport function check(): T {\n  throw new RangeError('too many')\n}\n`,
    },
  })
  await call('POST', `/${id}/invoke`)
  await expect.poll(async () => (await linesOf(id)).length).toBe(2)
  const [trace, error] = await linesOf(id)
  expect(trace?.message).toMatch(/^Trace: here\n +at .*index\.ts:4:13/)
  expect(error?.message).toMatch(
    /^failed: RangeError: too many\n +at check \(.*check\.ts:3:9\)\n +at .*index\.ts:5:11/,
  )
  expect(`${trace?.message}${error?.message}`).not.toMatch(/(?:prelude|entry|function)\.js/)
})

test('of a flood it says how many lines are missing, or that nobody has counted them', async () => {
  const last = async (name: string, count: number, text: string) => {
    const code = handler(`for (let n = 0; n < ${count}; n++) console.log('${text}'); return new Response()`)
    const { id } = await deployed({ name, code })
    await call('POST', `/${id}/invoke`)
    await expect.poll(async () => (await linesOf(id)).at(-1)?.message).toContain('left out')
    return (await linesOf(id)).at(-1)
  }
  // A project keeps a thousand lines a second.
  const message = '1900 lines of a flood are left out here.'
  expect(await last('Flood', 2900, 'x')).toMatchObject({ level: 'warn', message })
  // workerd passes on 256 KB of one invocation.
  const huge = await last('Huge flood', 5000, 'x'.repeat(200))
  expect(huge?.message).toMatch(/^(?:More than \d+|Further) lines of a flood are left out here\.$/)
})

test('of each function so many rows are kept, the latest', async () => {
  const db = lab.app.platform.clusters.main.admin
  const [full, other] = [crypto.randomUUID(), crypto.randomUUID()]
  await db.query(
    `insert into platform.function_logs (project_id, function_id, invocation_id, level, message, created_at)
     select $1, f, gen_random_uuid(), 'log', n::text, now() from generate_series(1, 30) n, unnest($2::uuid[]) f`,
    [lab.project.id, [full, other]],
  )
  await trim(db, 'function_logs', full, 10)
  await trim(db, 'function_logs', other, 100)
  const { rows } = await db.query(
    `select function_id, min(message::int) as first, count(*)::int as count from platform.function_logs
     where function_id = any($1) group by 1`,
    [[full, other]],
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { function_id: full, first: 21, count: 10 },
      { function_id: other, first: 1, count: 30 },
    ]),
  )
  const trimmed: string[] = []
  const trimmer = createTrimmer(async (table, id) => void trimmed.push(`${table} ${id}`))
  const rowsOf = (id: string, length: number) => Array.from({ length }, () => ({ function_id: id }))
  for (let n = 0; n < 9; n++)
    await trimmer.wrote('function_logs', [...rowsOf('busy', 999), ...rowsOf('calm', 1)])
  expect(trimmed).toEqual(['function_logs busy'])
})
