// Figures of webhook deliveries at /metrics. Labels never hold ids.
import { Gauge, type Registry } from 'prom-client'
import type { Platform } from '#platform/platform.ts'
import type { Dispatcher } from './sending/dispatcher.ts'
import { type QueueFigures, sumQueues } from './upkeep/upkeep.store.ts'

const NONE: QueueFigures = { waiting: Number.NaN, age: Number.NaN, failing: Number.NaN }

/** registerDeliveryFigures adds them to the registry. */
export function registerDeliveryFigures(
  registry: Registry,
  platform: Platform,
  dispatcher: Dispatcher,
): void {
  // One look at the database is for all of them.
  let found: Promise<QueueFigures> | undefined
  const look = () => {
    found ??= sumQueues(platform.clusters.main.watch, platform.clock.now())
      .catch(() => NONE)
      .finally(() => {
        found = undefined
      })
    return found
  }
  const add = (name: string, help: string, figure: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await figure())
      },
    })
  add(
    'msingi_webhook_waiting',
    'Deliveries that wait, of all webhooks that are enabled.',
    async () => (await look()).waiting,
  )
  add(
    'msingi_webhook_lag_seconds',
    'For how long the delivery that is due longest has been due.',
    async () => (await look()).age,
  )
  add(
    'msingi_webhook_failing',
    'Webhooks that are enabled and whose latest attempt has failed.',
    async () => (await look()).failing,
  )
  add('msingi_webhook_sending', 'Deliveries that this node is sending.', () => dispatcher.flights.count)
  new Gauge({
    name: 'msingi_webhook_attempts',
    help: 'Attempts of this node since its start, by what became of their delivery.',
    labelNames: ['status'],
    registers: [registry],
    collect() {
      for (const [status, count] of Object.entries(dispatcher.sent)) this.set({ status }, count)
    },
  })
}
