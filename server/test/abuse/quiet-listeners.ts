// Live subscribers of a quiet project: official clients of both transports, which note what they are told, in its order.
import { Centrifuge } from 'centrifuge'
import { EventSource } from 'eventsource'
import WebSocket from 'ws'
import { findForeign } from './markers.ts'
import type { Tenant } from './project.ts'
import { TABLE } from './quiet-project.ts'

/** Listener is one subscriber. */
export interface Listener {
  readonly name: string
  /** changes are what it was told of, each as `changeOf` writes it. */
  readonly changes: string[]
  /** ids are those of the rows, in the same order. */
  readonly ids: string[]
  /** complaints are the moments in which it was told that it has missed something, or was sent away for good. */
  readonly complaints: string[]
  /** returns is how often it has come back after its connection broke. */
  returns: number
  stop(): void
}

interface Event {
  readonly type: string
  readonly record: { readonly id: string; readonly version: number }
}

type Noted = Omit<Listener, 'stop'>

/** changeOf names a change of a row. */
export function changeOf(type: string, id: string, version: number): string {
  return `${type} ${id} ${version}`
}

/** openListeners opens so many of each kind and waits until all are subscribed. */
export function openListeners(tenant: Tenant, ofEach: number): Promise<Listener[]> {
  const open = async (kind: string, opener: typeof openCentrifuge): Promise<Listener> => {
    const noted: Noted = { name: kind, changes: [], ids: [], complaints: [], returns: -1 }
    const hear = (text: string) => {
      const foreign = findForeign(text, tenant.marker)
      if (foreign !== undefined) tenant.tally.foreign.push(`${kind}: ${foreign}`)
      const { type, record } = JSON.parse(text) as Event
      noted.ids.push(record.id)
      noted.changes.push(changeOf(type, record.id, record.version))
    }
    return Object.assign(noted, { stop: await opener(tenant, noted, hear) })
  }
  const pairs = Array.from({ length: ofEach }, () => [
    open('WebSocket', openCentrifuge),
    open('SSE', openEventSource),
  ])
  return Promise.all(pairs.flat())
}

async function openCentrifuge(
  tenant: Tenant,
  noted: Noted,
  hear: (text: string) => void,
): Promise<() => void> {
  const path = `/projects/${tenant.id}/realtime/connect?table=${TABLE}`
  const { data, text } = await tenant.call('POST', path, { as: 'secret' })
  if (data === undefined) throw new Error(text)
  const client = new Centrifuge(`${data.url.replace('http', 'ws')}/connection/websocket`, {
    token: data.token,
    websocket: WebSocket,
    minReconnectDelay: 20,
    maxReconnectDelay: 200,
  })
  client.on('publication', (publication) => hear(JSON.stringify(publication.data)))
  client.on('subscribed', ({ wasRecovering, recovered }) => {
    noted.returns += 1
    if (wasRecovering && !recovered) noted.complaints.push('recovered: false')
  })
  client.on('unsubscribed', () => noted.complaints.push('unsubscribed'))
  client.on('disconnected', ({ code, reason }) => {
    if (code !== 0) noted.complaints.push(`disconnected for good: ${code} ${reason}`)
  })
  client.connect()
  await client.ready()
  return () => client.disconnect()
}

async function openEventSource(
  tenant: Tenant,
  noted: Noted,
  hear: (text: string) => void,
): Promise<() => void> {
  const path = `/projects/${tenant.id}/realtime/events?api_key=${tenant.secret}&table=${TABLE}`
  const source = new EventSource(`${tenant.base}/api/v1${path}`)
  for (const type of ['INSERT', 'UPDATE', 'DELETE']) source.addEventListener(type, ({ data }) => hear(data))
  source.addEventListener('reset', () => noted.complaints.push('reset'))
  const open = Promise.withResolvers<void>()
  source.addEventListener('error', ({ code, message }) => {
    if (source.readyState !== source.CLOSED) return
    noted.complaints.push(`closed for good: ${code} ${message}`)
    open.reject(new Error(noted.complaints.at(-1)))
  })
  source.addEventListener('open', () => {
    noted.returns += 1
    open.resolve()
  })
  await open.promise
  return () => source.close()
}
