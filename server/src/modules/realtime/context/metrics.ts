// Metrics of live connections: how many there are, what they are sent, and how many were too slow for it.
import { Counter, Gauge, type Registry } from 'prom-client'
import type { LiveClient, LiveClients, Transport } from './clients.ts'

const TRANSPORTS: readonly Transport[] = ['websocket', 'sse']

/** LiveMetrics are the counters of this node. */
export interface LiveMetrics {
  /** delivered is how many events were sent, counted for each subscriber. */
  readonly delivered: Record<Transport, number>
  /** slow is how many clients were disconnected because they read too slowly. */
  readonly slow: Record<Transport, number>
}

/** createMetrics returns counters at zero. */
export function createMetrics(): LiveMetrics {
  return { delivered: { websocket: 0, sse: 0 }, slow: { websocket: 0, sse: 0 } }
}

/** MetricSources is what the metrics are read from. */
export interface MetricSources {
  readonly clients: LiveClients
  readonly metrics: LiveMetrics
  readonly backlogs: { readonly bytes: number }
}

/** registerMetrics adds the metrics of live connections to /metrics. */
export function registerMetrics(registry: Registry, { clients, metrics, backlogs }: MetricSources): void {
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
    'Open live connections of this node, including those that have not sent a token yet.',
    () => 1,
  )
  addGauge(
    'msingi_live_subscriptions',
    'Subscriptions of the live connections of this node.',
    ({ subscriptionCount }) => subscriptionCount,
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
    help: 'Bytes buffered in memory for slow live connections of this node.',
    registers,
    collect() {
      this.set(backlogs.bytes)
    },
  })
  addCounter(
    'msingi_live_delivered_total',
    'Events of tables that were delivered, counted for each subscriber.',
    metrics.delivered,
  )
  addCounter(
    'msingi_live_slow_total',
    'Live connections that were closed because the client read too slowly.',
    metrics.slow,
  )
}
