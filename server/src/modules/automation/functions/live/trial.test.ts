// What cannot run is not deployed: it is loaded aside first, and the version that runs goes on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'

let lab: FunctionsLab
let id: string
const { call, deployed } = bound(() => lab)
beforeAll(async () => {
  lab = await openFunctions()
  id = (await deployed({ name: 'Shop', code: handler(`return new Response('first')`) })).id
})
afterAll(() => lab.app.stop())

const answer = async () => (await call('POST', `/${id}/invoke`)).data.body

const HANDLER = handler(`return new Response('second')`)

test.each<[what: string, files: Record<string, string>, problem: string | RegExp, place?: object]>([
  ['nothing', { 'index.ts': '' }, /^index\.ts has no handler\. It must `export default/],
  ['no default export', { 'index.ts': 'export function fetch() {}' }, /has no handler/],
  ['a handler of another name', { 'index.ts': 'export default { handle() {} }' }, /has no handler/],
  [
    'an error at its top level',
    {
      'index.ts': `import { price } from './lib/price'\nexport default { fetch: () => new Response(price) }`,
      'lib/price.ts': `type A = string\n\nexport const price: A = read()\nfunction read(): A {\n  throw new RangeError('no price')\n}`,
    },
    'lib/price.ts:5:9: RangeError: no price',
    { file: 'lib/price.ts', line: 5, column: 9, message: 'RangeError: no price' },
  ],
  ['an endless loop', { 'index.ts': `while (true) {}\n${HANDLER}` }, /too much processor time or memory/],
  [
    'too much memory',
    { 'index.ts': `const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1))\n${HANDLER}` },
    /too much|Failed|memory/,
  ],
  [
    'a wait that never ends',
    { 'index.ts': `await new Promise(() => {})\n${HANDLER}` },
    /Top-level await in module is unsettled/,
  ],
  [
    'a request at its top level',
    { 'index.ts': `await fetch('https://example.com')\n${HANDLER}` },
    /^index\.ts:1:\d+: .*perform this operation within a handler/,
  ],
  [
    'a module that is not there',
    { 'index.ts': `import x from 'node:nothing'\nexport default { fetch: () => new Response(x) }` },
    /node:nothing/,
  ],
])('%s', async (_, files, problem, place) => {
  await call('PATCH', `/${id}`, { files })
  const refused = await call('POST', `/${id}/deploy`)
  expect([refused.status, refused.message]).toEqual([400, expect.stringMatching(problem)])
  if (place !== undefined) expect(refused.details).toEqual({ problems: [place] })
  expect(await answer()).toBe('first')
})

test('variables are there when it is loaded, and an update that can run takes over', async () => {
  const { id: project, token } = lab.project
  const code = `const shop = process.env.SHOP.toUpperCase()\nexport default { fetch: () => new Response(shop) }`
  await call('PATCH', `/${id}`, { files: { 'index.ts': code } })
  expect((await call('POST', `/${id}/deploy`)).message).toMatch(/^index\.ts:1:\d+: TypeError: /)
  const body = { key: 'SHOP', value: 'duka', environment: 'production' }
  await lab.app.api('POST', `/projects/${project}/env`, { token, body })
  expect((await call('POST', `/${id}/deploy`)).status).toBe(200)
  expect(await answer()).toBe('DUKA')
})
