// A receiver of webhooks as a process of its own: it answers at once, and tells how many requests it has had.
import http from 'node:http'
import type { AddressInfo } from 'node:net'

let count = 0
const server = http.createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    count += 1
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => process.send?.({ count }))
