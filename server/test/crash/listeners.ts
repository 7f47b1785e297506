// Clients of all kinds that listen to one table for as long as a test lasts, and note what they hear.
import { createClient } from '@msingi/client'
import { Centrifuge } from 'centrifuge'
import { EventSource } from 'eventsource'
import WebSocket from 'ws'
import type { Site } from './site.ts'

/** Heard is one event, as far as the verdict needs it. */
export interface Heard {
  readonly id: string
  readonly type: string
  readonly record: Entry
}

/** Entry is a row of the table that is written to. */
export interface Entry {
  readonly id: string
  readonly writer: string
  readonly number: number
  readonly version: number
  readonly place: number | null
}

/** Listener is one client. */
export interface Listener {
  readonly name: string
  /** ids are those of the events, in the order in which they came. */
  readonly ids: string[]
  /** offsets are the places of the events, where the transport tells them. */
  readonly offsets: number[]
  /** complaints are the moments in which the client was told that it has missed something, or was sent away for good. */
  readonly complaints: string[]
  /** returns is how often it has come back. */
  returns: number
  /** trouble is the last reason for which it was not connected; an EventSource has none while its stream is open. */
  trouble: string
  readonly stop: () => void
}

/** Audience is all clients, and one copy of each event that anybody has heard. */
export interface Audience {
  readonly listeners: readonly Listener[]
  readonly events: ReadonlyMap<string, Heard>
  stop(): void
}

/** CallerGroup says how many clients of each kind there are. */
export interface CallerGroup {
  readonly centrifuge: number
  readonly eventSource: number
  readonly msingi: number
}

type Open = (listener: Omit<Listener, 'stop'>, hear: (event: Heard) => void) => Promise<() => void>

/** gather opens all clients, of each of some servers by turns, and waits until each is connected. */
export async function gather(sites: readonly Site[], crowd: CallerGroup): Promise<Audience> {
  const siteOf = (number: number) => sites[number % sites.length] as Site
  const events = new Map<string, Heard>()
  const open = async (kind: string, number: number, opener: Open): Promise<Listener> => {
    const listener = {
      name: `${kind} ${number}`,
      ids: [],
      offsets: [],
      complaints: [],
      returns: -1,
      trouble: '',
    } as Omit<Listener, 'stop'>
    const hear = (event: Heard) => {
      listener.ids.push(event.id)
      // What differs from what others were told under the same id is not the same event.
      const known = events.get(event.id)
      if (known === undefined) events.set(event.id, event)
      else if (keyOf(known) !== keyOf(event))
        listener.complaints.push(`another event under the id ${event.id}`)
    }
    return Object.assign(listener, { stop: await opener(listener, hear) })
  }
  const many = (count: number, kind: string, openerAt: (site: Site) => Open) =>
    Array.from({ length: count }, (_, number) => open(kind, number, openerAt(siteOf(number))))
  const openMsingiBy =
    (transport: 'websocket' | 'sse') =>
    (site: Site): Open =>
    (...given) =>
      openMsingi(site, transport, ...given)
  const listeners = await Promise.all([
    ...many(
      crowd.centrifuge,
      'centrifuge',
      (site) =>
        (...given) =>
          openCentrifuge(site, ...given),
    ),
    ...many(
      crowd.eventSource,
      'EventSource',
      (site) =>
        (...given) =>
          openEventSource(site, ...given),
    ),
    ...many(crowd.msingi, 'msingi over websocket', openMsingiBy('websocket')),
    ...many(crowd.msingi, 'msingi over sse', openMsingiBy('sse')),
  ])
  return {
    listeners,
    events,
    stop: () => {
      for (const listener of listeners) listener.stop()
    },
  }
}

/** keyOf names the change of a row that an event tells of. */
export function keyOf({ type, record }: { type: string; record: Pick<Entry, 'id' | 'version'> }): string {
  return `${type} ${record.id} ${record.version}`
}

const openCentrifuge = async (site: Site, listener: Omit<Listener, 'stop'>, hear: (event: Heard) => void) => {
  const { url, token } = await site.ticket()
  const client = new Centrifuge(`${url.replace('http', 'ws')}/connection/websocket`, {
    token,
    websocket: WebSocket,
    minReconnectDelay: 20,
    maxReconnectDelay: 200,
  })
  client.on('publication', ({ data, offset }) => {
    listener.offsets.push(offset ?? Number.NaN)
    hear(data)
  })
  client.on('subscribed', ({ wasRecovering, recovered }) => {
    listener.returns += 1
    if (wasRecovering && !recovered) listener.complaints.push('recovered: false')
  })
  client.on('connecting', ({ code, reason }) => {
    listener.trouble = `${code} ${reason}`
  })
  client.on('error', ({ error }) => {
    listener.trouble = `${error.code} ${error.message}`
  })
  client.on('unsubscribed', () => listener.complaints.push('unsubscribed'))
  client.on('disconnected', ({ code, reason }) => {
    if (code !== 0) listener.complaints.push(`disconnected for good: ${code} ${reason}`)
  })
  client.connect()
  await client.ready()
  return () => client.disconnect()
}

const openEventSource = async (
  site: Site,
  listener: Omit<Listener, 'stop'>,
  hear: (event: Heard) => void,
) => {
  const source = new EventSource(
    `${site.api}/projects/${site.project.id}/realtime/events?api_key=${site.project.secret}&table=entries`,
    {
      fetch: (...request) => {
        listener.trouble = 'waits for a response'
        return fetchEndless(...request)
      },
    },
  )
  for (const type of ['INSERT', 'UPDATE', 'DELETE'])
    source.addEventListener(type, ({ data }) => hear(JSON.parse(data)))
  source.addEventListener('reset', () => listener.complaints.push('reset'))
  const open = Promise.withResolvers<void>()
  source.addEventListener('error', ({ code, message }) => {
    listener.trouble = `${code ?? ''} ${message ?? 'the stream ended'}`.trim()
    if (source.readyState !== source.CLOSED) return
    listener.complaints.push(`closed for good: ${code} ${message}`)
    open.reject(new Error(listener.complaints.at(-1)))
  })
  source.addEventListener('open', () => {
    listener.returns += 1
    listener.trouble = ''
    open.resolve()
  })
  await open.promise
  return () => source.close()
}

// A node that cannot serve live changes yet answers with a stream that ends at once, so that an EventSource tries again.
// It is not one whose changes the client has been promised: it counts as a failure to connect.
const fetchEndless: typeof fetch = async (...request) => {
  const response = await fetch(...request)
  if (response.headers.has('content-length')) throw new Error(await response.text())
  return response
}

const openMsingi = async (
  site: Site,
  transport: 'websocket' | 'sse',
  listener: Omit<Listener, 'stop'>,
  hear: (event: Heard) => void,
) => {
  const client = createClient<{ entries: Entry }>(site.base, {
    project: site.project.id,
    key: site.project.secret,
  })
  const live = Promise.withResolvers<void>()
  const { unsubscribe } = client.subscribe('entries', hear, {
    transport,
    onStatus: (status, error) => {
      if (status === 'live') {
        listener.returns += 1
        live.resolve()
      } else listener.trouble = [status, error?.message].join(' ')
      // It says why it tries again, such as that the server which gave it a ticket was gone a moment later.
      if (status === 'gap' || (error !== undefined && status !== 'reconnecting'))
        listener.complaints.push(`${status} ${error?.message ?? ''}`)
    },
  })
  await live.promise
  return unsubscribe
}
