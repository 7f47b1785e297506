// A client that is refused for a while, by a server that starts or by the proxy before it: an EventSource would give up
// for good, this client comes back and has missed nothing.
import type { Status } from '@msingi/client'
import { afterAll, beforeAll, test } from 'vitest'
import { type Library, openLibrary } from './client.fixture.ts'
import { openBehindProxy } from './proxy.fixture.ts'

const response = (head: string, body: string) =>
  `HTTP/1.1 ${head}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`
const STARTING = response(
  '503 Service Unavailable\r\ncontent-type: application/json',
  '{"success":false,"message":"The server is stopping.","data":null,"errors":[]}',
)
const BAD_GATEWAY = response('502 Bad Gateway\r\ncontent-type: text/html', '<h1>502 Bad Gateway</h1>')
const PAGE = response('200 OK\r\ncontent-type: text/html', '<p>We will be back soon.</p>')
const NOTHING = response('204 No Content', '')

let library: Library

beforeAll(async () => {
  library = await openLibrary()
})
afterAll(() => library.app.stop())

test.concurrent.for([
  ['websocket', [STARTING, BAD_GATEWAY]],
  ['sse', [STARTING, BAD_GATEWAY]],
  ['websocket', [PAGE, NOTHING]],
  ['sse', [PAGE, NOTHING]],
] as const)('over %s, refusals %# are outlasted', async ([transport, refusals], { expect }) => {
  const writer = library.open({ secret: true })
  const { proxy, client } = await openBehindProxy(library)
  const statuses: Status[] = []
  const [titles, prefix]: [string[], string] = [[], `${transport} ${refusals.length} ${crypto.randomUUID()}`]
  const { unsubscribe } = client.subscribe(
    'books',
    ({ record: { title } }) => {
      if (title.startsWith(prefix)) titles.push(title)
    },
    { transport, onStatus: (status) => statuses.push(status) },
  )
  const written: string[] = []
  const write = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const { title } = await writer.from('books').insert({ title: `${prefix} ${written.length}` })
      written.push(title)
    }
  }
  await expect.poll(() => statuses.at(-1)).toBe('live')
  await write(3)
  await expect.poll(() => titles.length).toBe(3)
  proxy.refuse(...refusals)
  await write(5)
  await expect.poll(() => titles.length).toBe(8)
  await write(2)
  await expect.poll(() => titles.length).toBe(10)
  expect(titles).toEqual(written)
  // One for the connection that broke, and one for each refusal.
  expect(statuses).toEqual(['connecting', 'live', ...Array(3).fill('reconnecting'), 'live'])
  unsubscribe()
  await proxy.stop()
})
