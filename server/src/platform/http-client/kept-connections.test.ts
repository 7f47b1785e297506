// Connections that are kept: for whom, to which addresses, and what happens when the other side has closed one.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HttpClient } from './http-client.ts'

let server: http.Server
let port: number
/** sockets are the connections of the requests that have arrived, in order. */
let sockets: Socket[]
let answer: http.RequestListener

beforeEach(async () => {
  sockets = []
  answer = (request, response) => request.pipe(response)
  server = http.createServer((request, response) => {
    sockets.push(request.socket)
    answer(request, response)
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const LOOPBACK = ['127.0.0.0/8']
function clientOf(resolve: () => string[] = () => ['127.0.0.1'], internalNetworks = LOOPBACK) {
  const client = new HttpClient({ internalNetworks, resolve: async () => resolve() })
  return async (owner: string | undefined, more: { max_bytes?: number; truncate?: boolean } = {}) => {
    const url = `http://shop.test:${port}/`
    return (await client.send({ method: 'POST', url, body: 'hello', owner, ...more })).body.toString()
  }
}
const connections = () => new Set(sockets).size

test('requests of one owner share a connection, those of others do not', async () => {
  const send = clientOf()
  for (const owner of ['a', 'a', 'b', 'a', 'b', undefined, undefined]) expect(await send(owner)).toBe('hello')
  expect(sockets.length).toBe(7)
  expect(connections()).toBe(4)
})

test('a name that resolves to another address gets another connection, and none where that is internal', async () => {
  let addresses = ['127.0.0.1']
  const send = clientOf(() => addresses, ['127.0.0.1/32', '127.0.0.2/32'])
  await send('a')
  addresses = ['127.0.0.2']
  await send('a')
  expect(sockets.map(({ localAddress }) => localAddress)).toEqual(['127.0.0.1', '127.0.0.2'])
  addresses = ['127.0.0.3']
  await expect(send('a')).rejects.toThrow('not an address of the public Internet')
  addresses = ['127.0.0.1']
  await send('a')
  expect(sockets[2]).toBe(sockets[0])
})

test('a request on a connection that was closed meanwhile is sent again on a new one', async () => {
  const send = clientOf()
  await send('a')
  answer = (request, response) => {
    if (request.socket === sockets[0]) request.socket.destroy()
    else request.pipe(response)
  }
  expect(await send('a')).toBe('hello')
  expect(sockets.length).toBe(3)
  expect([sockets[1] === sockets[0], sockets[2] === sockets[0]]).toEqual([true, false])
})

test('a new connection that is closed without an answer is an error', async () => {
  answer = (request) => void request.socket.destroy()
  await expect(clientOf()('a')).rejects.toThrow('cannot be reached')
  expect(sockets.length).toBe(1)
})

test('a connection with a response that was not read to its end is not kept', async () => {
  const send = clientOf()
  answer = (request, response) => request.resume().once('end', () => response.end(Buffer.alloc(1_000_000)))
  expect(await send('a', { max_bytes: 10, truncate: true })).toHaveLength(10)
  await expect(send('a', { max_bytes: 10 })).rejects.toThrow('more than 10 bytes')
  await send('a')
  expect(connections()).toBe(3)
})
