// What functions do while the server stops: requests and what goes on after their answers come to their end, within the time.
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bound,
  type FunctionsLab,
  handler,
  openFunctions,
} from '#modules/automation/functions/functions.fixture.ts'

let lab: FunctionsLab
let receiver: Server
let held: PromiseWithResolvers<ServerResponse>
const received: (string | undefined)[] = []
const { deployed } = bound(() => lab)

beforeEach(async () => {
  received.length = 0
  held = Promise.withResolvers()
  receiver = createServer((request, response) => {
    received.push(request.url)
    if (request.url === '/begun') held.resolve(response)
    else response.end()
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  lab = await openFunctions({ internalNetworks: ['127.0.0.0/8'] })
})
afterEach(() => void receiver.close())

const report = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

/** stopAmid stops the server while a function waits for the answer to /begun, which comes once nobody can connect any more. */
async function stopAmid(): Promise<void> {
  const response = await held.promise
  const stopped = lab.app.stop()
  await expect.poll(() => lab.app.app.server.listening).toBe(false)
  response.end()
  await stopped
}

test('work that goes on after an answer is done before the server ends, with the API', async () => {
  const { url } = await deployed({
    name: 'Later',
    access: 'public',
    code: handler(`
      const later = async () => {
        await fetch('${report()}/begun')
        const rows = await env.service.from('users').limit(1).then((rows) => rows.length, (error) => error.message)
        await fetch('${report()}/' + encodeURIComponent(rows))
      }
      ctx.waitUntil(later())
      ctx.waitUntil(Promise.reject(new Error('of no concern')))
      return new Response('answered')`),
  })
  const answer = await fetch(`${lab.base}${new URL(url).pathname}`)
  expect(await answer.text()).toBe('answered')
  await stopAmid()
  expect(received).toEqual(['/begun', '/0'])
})

test('a request under way can use the API until it has its answer', async () => {
  const { url } = await deployed({
    name: 'Slow',
    access: 'public',
    code: handler(`
      await fetch('${report()}/begun')
      const rows = await env.service.from('users').limit(1)
      return Response.json(rows)`),
  })
  const answer = fetch(`${lab.base}${new URL(url).pathname}`).then((response) => response.text())
  await stopAmid()
  expect(await answer).toBe('[]')
})
