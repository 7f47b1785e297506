// One live subscriber over WebSocket, as simple as can be: no library of a client is measured along.
import WebSocket from 'ws'
import type { Tenant } from '../../../server/test/abuse/project.ts'

const AGAIN_MS = 100

/** LiveEvent is what the bench reads of an event. */
export interface LiveEvent {
  readonly created_at: string
  readonly record: { readonly id: string }
}

/** followTable calls back with each event of a table; it comes again, and resumes, when the connection breaks. */
export async function followTable(
  tenant: Tenant,
  table: string,
  hear: (event: LiveEvent) => void,
): Promise<void> {
  const path = `/projects/${tenant.id}/realtime/connect?table=${table}`
  const { status, text, data } = await tenant.call('POST', path, { as: 'secret' })
  if (status < 200 || status > 299) throw new Error(text)
  const place: { offset?: number; epoch?: string } = {}
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${tenant.base.replace('http', 'ws')}/connection/websocket`)
      const subs = place.epoch === undefined ? {} : { subs: { [data.channel]: { recover: true, ...place } } }
      socket.on('open', () => socket.send(JSON.stringify({ id: 1, connect: { token: data.token, ...subs } })))
      socket.on('message', (message) => {
        const { connect, push } = JSON.parse(String(message))
        const sub = connect?.subs?.[data.channel]
        const publications = sub?.publications ?? (push?.pub === undefined ? [] : [push.pub])
        if (sub !== undefined) Object.assign(place, { offset: sub.offset, epoch: sub.epoch })
        for (const { offset, data: event } of publications) {
          place.offset = offset
          hear(event)
        }
        resolve()
      })
      socket.on('error', () => {})
      socket.on('close', () => setTimeout(() => void open(), AGAIN_MS))
    })
  await open()
}
