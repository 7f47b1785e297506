// What must not keep a server from stopping, and what must.
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { closing } from './closing.ts'

async function listening(): Promise<{ server: Server; port: number; end: () => Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end('done'))
  })
  const end = closing(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => new Promise((resolve) => server.close(resolve))
  return { server, port: (server.address() as AddressInfo).port, end: () => end(close) }
}

test('a connection that was opened in advance and says nothing does not keep the server from closing', async () => {
  const { server, port, end } = await listening()
  // Node itself would end the connection after a minute.
  server.headersTimeout = 0
  const client = connect(port, '127.0.0.1')
  await once(server, 'connection')
  await Promise.all([end(), once(client, 'close')])
})

test('a request that is under way is answered, however long its body takes, and then its connection ends', async () => {
  const { server, port, end } = await listening()
  const slow = request({ port, host: '127.0.0.1', method: 'POST', agent: false })
  slow.flushHeaders()
  await once(server, 'request')
  const silent = connect(port, '127.0.0.1')
  await once(server, 'connection')
  const ended = end()
  // By then the server has looked for silent connections.
  await once(silent, 'close')
  slow.end('the rest')
  const [answer] = await once(slow, 'response')
  expect(await answer.setEncoding('utf8').toArray()).toEqual(['done'])
  await ended
})
