// Figures for Prometheus at /metrics: requests by route, the data pool, and the process itself.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { FeedState } from '#platform/changes/change-feeds.ts'
import type { ConsumerBacklog } from '#platform/changes/consumers/backlogs.store.ts'
import { hashingFigures } from '#platform/crypto/passwords.ts'
import { type Queue, registerFairness } from '#platform/fairness/fairness-figures.ts'
import type { App } from '#platform/http/routes/app-types.ts'
import type { Log } from '#platform/log/log.ts'
import { mark, onLongTurn, UNMARKED, warnOfLongTurns } from '#platform/loop/loop-watch.ts'
import type { Platform } from '#platform/platform.ts'

// One for the whole process.
const hashing: Queue = {
  get figures() {
    return hashingFigures()
  },
}

// Memory, processor time and the event loop are the process's. What observes them is never let go of, so there is one.
let ofProcess: Registry | undefined

function processFigures(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess, prefix: 'msingi_' })
  }
  return ofProcess
}

/**
 * createMetrics starts to count and returns the registry of /metrics; `queues` are those by name that are no gates. Labels
 * never hold ids: they would have no end.
 */
export function createMetrics(platform: Platform, queues: Readonly<Record<string, Queue>> = {}): Registry {
  const registry = Registry.merge([processFigures()])
  new Gauge({
    name: 'msingi_data_pool_waiting',
    help: 'Requests that wait for a connection of the data pool.',
    registers: [registry],
    collect() {
      this.set(platform.clusters.all().reduce((sum, cluster) => sum + cluster.executor.waiting, 0))
    },
  })
  new Gauge({
    name: 'msingi_data_pool_open',
    help: 'Open connections of the data pool.',
    registers: [registry],
    collect() {
      this.set(platform.clusters.all().reduce((sum, cluster) => sum + cluster.executor.open, 0))
    },
  })
  addChangeFigures(registry, platform)
  registerFairness(registry, platform, { ...queues, hashing })
  return registry
}

/** watchTurns counts long turns of the event loop, and writes them to the log, until the server closes. */
export function watchTurns(registry: Registry, app: App, log: Log): void {
  const turns = new Histogram({
    name: 'msingi_loop_delay_seconds',
    help: 'Turns of the event loop that kept everything else waiting, by the route or part of the server.',
    labelNames: ['cause'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const stopCounting = onLongTurn(({ cause, milliseconds }) =>
    turns.labels(cause).observe(milliseconds / 1000),
  )
  const stopWarning = warnOfLongTurns(log)
  app.addHook('onClose', (_app, done) => {
    stopCounting()
    stopWarning()
    done()
  })
}

/** countRequests counts the requests of a server from now on. */
export function countRequests(registry: Registry, app: App): void {
  const requests = new Histogram({
    name: 'msingi_http_request_seconds',
    help: 'Time to answer a request, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  // Finding a series by its labels costs more than counting: each is looked up once.
  const series = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const key = `${request.method} ${route} ${reply.statusCode}`
    let one = series.get(key)
    if (one === undefined) {
      one = requests.labels(request.method, route, String(reply.statusCode))
      series.set(key, one)
    }
    one.observe(reply.elapsedTime / 1000)
    // What comes next is not this request's any more.
    mark(UNMARKED)
    done()
  })
}

function addChangeFigures(registry: Registry, { changes }: Platform): void {
  const add = (name: string, help: string, figure: (state: FeedState) => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['cluster', 'capture'],
      registers: [registry],
      async collect() {
        for (const state of changes.states())
          this.set({ cluster: state.cluster, capture: state.capture }, await figure(state))
      },
    })
  add(
    'msingi_changes_lag',
    'What is kept for live changes: bytes of the write-ahead log, or rows of the outbox.',
    ({ lag }) => lag(),
  )
  add(
    'msingi_changes_behind',
    'What of that this node has still to read, where it is the one that reads.',
    ({ behind }) => behind(),
  )
  add('msingi_changes_tables', 'Tables whose live changes this node keeps.', ({ watched }) => watched)
  add(
    'msingi_changes_reading',
    '1 where this node reads live changes, 0 where nothing is watched or another node reads.',
    ({ state }) => (state === 'live' ? 1 : 0),
  )
  add(
    'msingi_changes_serving',
    '1 where clients of this node receive live changes, 0 where they are sent to the node that reads.',
    ({ serves }) => (serves ? 1 : 0),
  )
  add(
    'msingi_changes_offset',
    'Offset of the latest live change that this node has read.',
    ({ offset }) => offset,
  )
  add(
    'msingi_changes_failed_tables',
    'Tables that somebody wants the live changes of, and that cannot be captured.',
    ({ failed }) => failed(),
  )
  add(
    'msingi_changes_inbox',
    'Changes that this node has read and not written into the inbox of durable consumers yet.',
    ({ inbox }) => inbox,
  )
  addConsumerFigures(registry, changes)
  new Gauge({
    name: 'msingi_changes_lost',
    help: 'How often subscribers of a table, or of all, had to read their rows again on this node, by the reason.',
    labelNames: ['cluster', 'reason'],
    registers: [registry],
    collect() {
      for (const { cluster, breaks } of changes.states())
        for (const [reason, count] of breaks) this.set({ cluster, reason }, count)
    },
  })
}

function addConsumerFigures(registry: Registry, { consumers }: Platform['changes']): void {
  const add = (
    name: string,
    help: string,
    collect: (set: (consumer: string, value: number) => void) => unknown,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['consumer'],
      registers: [registry],
      async collect() {
        await collect((consumer, value) => this.set({ consumer }, value))
      },
    })
  // One look at the database is for all of them.
  let found: Promise<readonly ConsumerBacklog[]> | undefined
  const addBacklog = (name: string, help: string, figure: (backlog: ConsumerBacklog) => number) =>
    add(name, help, async (set) => {
      found ??= consumers.backlogs().finally(() => {
        found = undefined
      })
      const backlogs = await found
      for (const { consumer } of consumers.states()) set(consumer, 0)
      for (const backlog of backlogs) set(backlog.consumer, figure(backlog))
    })
  addBacklog('msingi_consumer_backlog', 'Changes that wait for a durable consumer.', ({ rows }) => rows)
  addBacklog('msingi_consumer_backlog_bytes', 'Their size, in bytes.', ({ bytes }) => bytes)
  addBacklog(
    'msingi_consumer_lag_seconds',
    'Seconds since the oldest change that waits for a durable consumer was committed.',
    ({ age }) => age,
  )
  addBacklog(
    'msingi_consumer_failing_projects',
    'Projects whose changes a durable consumer has failed to work on, and which are tried again.',
    ({ failing }) => failing,
  )
  add('msingi_consumer_failures', 'Batches that have failed on this node.', (set) => {
    for (const { consumer, failures } of consumers.states()) set(consumer, failures)
  })
  add(
    'msingi_consumer_dropped',
    'Changes that this node has dropped because the backlog of their project was full.',
    (set) => {
      for (const { consumer, dropped } of consumers.states()) set(consumer, dropped)
    },
  )
}
