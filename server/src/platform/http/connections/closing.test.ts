// What must not keep a server from stopping, and what must.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { closing, type Patience } from './closing.ts'

const LONG: Patience = { silence: 60_000, client: 60_000, server: 60_000 }
const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const HALF_REQUEST = 'GET / HTTP/1.1\r\nhost: '

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const answerAll: Handler = (incoming, outgoing) => {
  incoming.resume().on('end', () => outgoing.end('done'))
}

interface Listening {
  readonly server: Server
  open(): Socket
  end(): Promise<void>
}

async function listening(
  handler: Handler = answerAll,
  patience?: Patience,
): Promise<Listening & { port: number }> {
  const server = createServer(handler)
  // Node itself would end connections after a minute.
  server.headersTimeout = 0
  const { stopListening, end } = closing(server, patience)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    await stopListening()
    await new Promise((resolve) => server.close(resolve))
  }
  return { server, port, open: () => connect(port, '127.0.0.1'), end: () => end(close) }
}

// What a client receives until its connection ends, which must not be reset.
const received = async (client: Socket): Promise<string> => (await client.toArray()).join('')

test('a connection that was opened in advance and says nothing does not keep the server from closing', async () => {
  const { server, open, end } = await listening()
  const client = open()
  await once(server, 'connection')
  await Promise.all([end(), once(client, 'close')])
})

test('a request that is under way is answered, however long its body takes, and then its connection ends', async () => {
  const { server, port, open, end } = await listening()
  const slow = request({ port, host: '127.0.0.1', method: 'POST', agent: false })
  slow.flushHeaders()
  await once(server, 'request')
  const silent = open()
  await once(server, 'connection')
  const ended = end()
  // By then the server has looked for silent connections.
  await once(silent, 'close')
  slow.end('the rest')
  const [answer] = await once(slow, 'response')
  expect(await answer.setEncoding('utf8').toArray()).toEqual(['done'])
  await ended
})

test('a request that the server works on is answered, also when clients are waited for no longer', async () => {
  const work = Promise.withResolvers<void>()
  const handler: Handler = (_, outgoing) => void work.promise.then(() => outgoing.end('done'))
  const { server, open, end } = await listening(handler, { ...LONG, client: 0 })
  const patient = open()
  patient.write(REQUEST)
  await once(server, 'request')
  const half = open()
  half.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf`)
  await once(server, 'request')
  const ended = end()
  await once(half, 'close')
  work.resolve()
  const answer = await received(patient)
  expect([answer.slice(0, 15), /^connection: close\r$/im.test(answer), answer.endsWith('done')]).toEqual([
    'HTTP/1.1 200 OK',
    true,
    true,
  ])
  await ended
})

test('a request that the server works on for too long does not keep it from closing', async () => {
  const { server, open, end } = await listening(() => {}, { ...LONG, server: 0 })
  const client = open()
  client.write(REQUEST)
  await once(server, 'request')
  await Promise.all([end(), once(client, 'close')])
})

test('half a request does not keep the server from closing', async () => {
  const { server, open, end } = await listening(answerAll, { ...LONG, client: 0 })
  const client = open()
  client.write(HALF_REQUEST)
  await once(server, 'connection')
  await Promise.all([end(), once(client, 'close')])
})

test('an answer that is being sent is sent to its end', async () => {
  const length = 32 * 1024 * 1024
  const { server, open, end } = await listening((_, outgoing) => outgoing.end(Buffer.alloc(length)), {
    ...LONG,
    silence: 0,
  })
  const client = open().pause()
  client.write(REQUEST)
  await once(server, 'request')
  const silent = open()
  await once(server, 'connection')
  const ended = end()
  await once(silent, 'close')
  let bytes = 0
  for await (const chunk of client) bytes += chunk.length
  expect(bytes).toBeGreaterThan(length)
  await ended
})

test('a request that has come on a kept connection, and is not read yet, is answered', async () => {
  const { open, end } = await listening()
  const client = open()
  client.write(REQUEST)
  await once(client, 'data')
  client.write(REQUEST)
  const ended = end()
  expect(await received(client)).toMatch(/^HTTP\/1\.1 200 OK.*done$/s)
  await ended
})

test('connections that the operating system has made, and nobody has accepted yet, are answered', async () => {
  const { open, end } = await listening()
  const clients = Array.from({ length: 50 }, open)
  for (const client of clients) client.end(REQUEST)
  const answers = Promise.all(clients.map(received))
  await end()
  for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 200 OK.*done$/s)
})

test('a kept connection without a request ends at once', async () => {
  const { open, end } = await listening(answerAll, LONG)
  const client = open()
  client.write(REQUEST)
  await once(client, 'data')
  await Promise.all([end(), once(client, 'close')])
})
