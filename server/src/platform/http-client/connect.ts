// Connecting to a host without sending it anything, to find out why others could not.
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Place is where to connect to; `address` is one of the addresses of the host of `url`. */
export interface Place {
  readonly url: URL
  readonly address: string
  readonly timeoutMs: number
}

/**
 * tryConnection connects, over TLS where the URL says so, and closes. It throws the error of Node that says why it could not,
 * with its code; `ETIMEDOUT` where nobody answered in time.
 */
export async function tryConnection({ url, address, timeoutMs }: Place): Promise<void> {
  const isTls = url.protocol === 'https:'
  const port = Number(url.port) || (isTls ? 443 : 80)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const to = { host: address, port }
  const socket: Socket = isTls
    ? connectTls(isIP(url.hostname) === 0 ? { ...to, servername: url.hostname } : to)
    : connectTcp(to)
  const timer = setTimeout(() => {
    reject(Object.assign(new Error(`connect ETIMEDOUT ${address}:${port}`), { code: 'ETIMEDOUT' }))
  }, timeoutMs)
  socket.once(isTls ? 'secureConnect' : 'connect', resolve).on('error', reject)
  try {
    await promise
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}
