// What live connections tell at /metrics: how many there are, what they are sent, and who was too slow for it.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { LiveClient, LiveClients, Transport } from './clients.ts'

const TRANSPORTS: readonly Transport[] = ['websocket', 'sse']

/** LiveFigures is what is counted while it happens. */
export interface LiveFigures {
  /** delivered is how many events were sent to subscribers, the same one to two of them counting twice. */
  readonly delivered: Record<Transport, number>
  /** slow is how many clients were cut off because they did not read what they were sent. */
  readonly slow: Record<Transport, number>
}

/** createFigures begins to count. */
export function createFigures(): LiveFigures {
  return { delivered: { websocket: 0, sse: 0 }, slow: { websocket: 0, sse: 0 } }
}

/** LiveSources is where the figures of a node come from. */
export interface LiveSources {
  readonly clients: LiveClients
  readonly figures: LiveFigures
  readonly backlogs: { readonly bytes: number }
}

/** registerFigures adds the figures of this node to those of /metrics. */
export function registerFigures(registry: Registry, { clients, figures, backlogs }: LiveSources): void {
  const registers = [registry]
  const labelNames = ['transport'] as const
  const addGauge = (name: string, help: string, of: (client: LiveClient) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const transport of TRANSPORTS) this.set({ transport }, clients.count(transport, of))
      },
    })
  addGauge(
    'msingi_live_connections',
    'Open live connections of this node, also those that have shown no token yet.',
    () => 1,
  )
  addGauge(
    'msingi_live_subscriptions',
    'Channels that live connections of this node follow, each of them counted for each connection.',
    ({ subscribed }) => subscribed,
  )
  const addCounter = (name: string, help: string, counted: Record<Transport, number>) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const transport of TRANSPORTS) this.inc({ transport }, counted[transport])
      },
    })
  new Gauge({
    name: 'msingi_live_waiting_bytes',
    help: 'Bytes that wait in memory for slow live connections of this node.',
    registers,
    collect() {
      this.set(backlogs.bytes)
    },
  })
  addCounter(
    'msingi_live_delivered_total',
    'Events of tables that were sent to subscribers, counted for each subscriber.',
    figures.delivered,
  )
  addCounter(
    'msingi_live_slow_total',
    'Live connections that were cut off because the client read too slowly.',
    figures.slow,
  )
}
