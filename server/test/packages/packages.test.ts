// The packages that functions use most deploy and run, or say why not. `npm run drills -- packages` tries all of them.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { filesWith } from '#modules/automation/functions/bundle/packages.fixture.ts'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'
import { FIRST } from './first-samples.fixture.ts'
import { openMirror } from './mirror.fixture.ts'
import { CANNOT, SAMPLES } from './samples.fixture.ts'

const tried = SAMPLES.slice(0, Number(process.env.MSINGI_TEST_PACKAGES ?? FIRST.length))
const mirror = await openMirror(tried.map(([name]) => name))
const isThere = typeof mirror !== 'string'
if (!isThere) console.log(`skipped: ${mirror}`)

// A deploy stands behind everything else on the machine, and may take two minutes.
vi.setConfig({ testTimeout: 240_000 })

const rows: string[] = []
let lab: FunctionsLab
const { call } = bound(() => lab)

beforeAll(async () => {
  if (isThere)
    lab = await openFunctions({ npmRegistry: mirror.registry.url, internalNetworks: ['127.0.0.0/8'] })
})
afterAll(async () => {
  await lab?.app.stop()
  if (isThere) mirror.registry.close()
  if (process.env.MSINGI_TEST_PACKAGES !== undefined) console.log(rows.join('\n'))
})

test.runIf(isThere).each(tried)('%s', async (name, imports, does, result) => {
  const index = `${imports}\nasync function use() { ${does} }\n${handler('return Response.json(await use())')}`
  const files = filesWith({ [name]: isThere ? mirror.versionOf(name) : 'latest' }, index)
  const { data } = await call('POST', '', { name: name.replaceAll(/\W+/g, ' ').trim(), files })
  const began = performance.now()
  const deployed = await call('POST', `/${data.id}/deploy`)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const ran = deployed.status === 200 ? await call('POST', `/${data.id}/invoke`) : undefined
  const why = deployed.status === 200 ? ran?.data.error : deployed.message
  const runs = ran?.data.status === 200
  rows.push(
    `| ${name} | ${deployed.status === 200 ? `${seconds} s` : 'no'} | ${runs ? 'yes' : 'no'} | ${why ?? ''} |`,
  )
  if (CANNOT[name] === undefined) expect([why ?? null, ran?.data.body]).toEqual([null, result])
  else expect(runs, CANNOT[name]).toBe(false)
})

test.runIf(isThere)('axios sends requests, and its errors say why', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'application/json' })
    response.write(`{"method":"${request.method}","url":"${request.url}","body":`)
    request.pipe(response, { end: false })
    request.once('end', () => response.end(request.method === 'GET' ? 'null}' : '}'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const index = `import axios from 'axios'
    ${handler(`
      const api = axios.create({ baseURL: '${base}', timeout: 5000 })
      const failed = (error) => [error.isAxiosError, error.code, error.response?.status]
      return Response.json([
        (await api.get('/a', { params: { b: 1 } })).data,
        (await api.post('/a', { c: 'é' })).data,
        await api.get('/missing').catch(failed),
        await api.get('http://127.0.0.1:9/').catch(failed),
        await api.get('http://10.1.2.3/').catch(failed),
      ])`)}`
  const files = filesWith({ axios: isThere ? mirror.versionOf('axios') : 'latest' }, index)
  const { data } = await call('POST', '', { name: 'Asks', files })
  await call('POST', `/${data.id}/deploy`)
  const answer = await call('POST', `/${data.id}/invoke`)
  server.close()
  expect(answer.data.body).toEqual([
    { method: 'GET', url: '/a?b=1', body: null },
    { method: 'POST', url: '/a', body: { c: 'é' } },
    [true, 'ERR_BAD_REQUEST', 404],
    [true, 'ECONNREFUSED', null],
    [true, 'EACCES', null],
  ])
})
