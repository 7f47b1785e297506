// A port that nobody listens on.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** freePort returns a port that the system hands out, and that is free again. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
