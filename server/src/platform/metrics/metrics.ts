// Figures for Prometheus at /metrics: requests by route, the data pool, and the process itself.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '#platform/http/app-types.ts'
import type { Platform } from '#platform/platform.ts'

/** createMetrics starts counting and gives the registry to print. Labels never hold ids: they would have no end. */
export function createMetrics(app: App, platform: Platform): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'msingi_' })
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
    done()
  })
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
  return registry
}
