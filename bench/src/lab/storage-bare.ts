// The baseline of storage: the least server that takes a file with fsync, and sends one.
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const folder = process.env.BARE_FOLDER as string

const server = createServer(async (request, response) => {
  if (request.url === '/healthz') response.end()
  else if (request.method === 'PUT') {
    const path = join(folder, `bare-${process.pid}`)
    await pipeline(request, createWriteStream(path))
    const file = await open(path, 'r+')
    await file.sync()
    await file.close()
    response.writeHead(201, { 'content-length': 0 }).end()
  } else if (request.url === '/small') {
    const bytes = await readFile(join(folder, 'small'))
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length }).end(bytes)
  } else {
    const length = Number(process.env.BARE_LARGE)
    response.writeHead(200, { 'content-length': length })
    createReadStream(join(folder, 'large')).pipe(response)
  }
})
server.requestTimeout = 0
server.listen(Number(process.env.BARE_PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
