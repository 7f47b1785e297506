// What a bully does below HTTP: live connections that watch a table, and sockets that send or read slowly or not at all.
import { connect, type Socket } from 'node:net'
import WebSocket from 'ws'
import type { Bully } from './abuse.ts'
import type { Credential } from './caller.ts'
import { findForeign } from './markers.ts'
import { count } from './tally.ts'

/** watch has a live connection follow a table until the signal; it resolves when it is subscribed, or cannot be. */
export async function watch(bully: Bully, table: string, as: Credential = 'secret'): Promise<void> {
  const { tenant, signal } = bully
  const path = `/projects/${tenant.id}/realtime/connect?table=${table}`
  const ticket = await bully.send('POST', path, { as })
  if (ticket.status !== 200 && ticket.status !== 201) return
  const url = `${tenant.base.replace('http', 'ws')}/connection/websocket`
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': tenant.address } })
  const end = () => socket.terminate()
  signal.addEventListener('abort', end)
  await new Promise<void>((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ id: 1, connect: { token: ticket.data.token } })))
    socket.on('message', (data) => {
      const foreign = findForeign(String(data), tenant.marker)
      if (foreign !== undefined) tenant.tally.foreign.push(`live ${table}: ${foreign}`)
      resolve()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      resolve()
    })
    if (signal.aborted) end()
  })
}

/** openSocket opens a plain connection that is closed at the signal; undefined where it cannot be opened. */
export function openSocket({ tenant, signal }: Bully): Promise<Socket | undefined> {
  const { hostname, port } = new URL(tenant.base)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const end = () => socket.destroy()
    signal.addEventListener('abort', end)
    socket.on('connect', () => resolve(socket))
    socket.on('error', () => {
      count(tenant.tally, 0)
      resolve(undefined)
    })
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      resolve(undefined)
    })
    if (signal.aborted) end()
  })
}
