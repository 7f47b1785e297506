// Answers to requests that are still being sent: they are heard, and nobody sends for ever.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isUnderWay, lingering, type Patience } from './lingering.ts'

const KILOBYTE = Buffer.alloc(1024, ' ')
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n'

let end: (() => void) | undefined
afterEach(() => end?.())

/** A server that refuses every request at once, and a client that has sent the head of one. */
async function refusing(patience: Patience): Promise<{ client: Socket; request: IncomingMessage }> {
  const server = createServer((request, response) => {
    expect(isUnderWay(request)).toBe(true)
    response.writeHead(413, { 'content-length': 7, connection: 'close' })
    lingering(request, 'refused', patience).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  end = () => {
    client.destroy()
    server.close()
  }
  const arrived = once(server, 'request')
  client.write(HEAD)
  const [request] = await arrived
  return { client, request }
}

/** Sends until the server hangs up. */
async function flood(client: Socket): Promise<void> {
  client.resume()
  while (!client.destroyed) await new Promise((resolve) => client.write(KILOBYTE, resolve))
}

test('the answer comes at once, and the connection ends with the request', async () => {
  const { client, request } = await refusing({ bytes: 2_000_000, milliseconds: 60_000 })
  const [answer] = await once(client, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  expect(String(answer)).toMatch(/refused$/)
  expect(isUnderWay(request)).toBe(true)
  const closed = once(client, 'close')
  client.write(Buffer.alloc(1_000_000, ' '))
  expect(await closed).toEqual([false])
  expect(request.complete).toBe(true)
})

test('whoever sends more than is read of a refused request is cut off', async () => {
  const { client, request } = await refusing({ bytes: 100_000, milliseconds: 60_000 })
  await flood(client)
  expect(request.complete).toBe(false)
  expect(request.socket.bytesRead).toBeLessThan(1_000_000)
})

test('so is whoever takes too long', async () => {
  const { client, request } = await refusing({ bytes: 2_000_000, milliseconds: 1 })
  client.resume()
  await new Promise((resolve) => client.once('close', resolve))
  expect(request.complete).toBe(false)
})
