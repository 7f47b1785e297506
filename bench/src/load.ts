// Load by autocannon: bounded in time, counted exactly.
import autocannon from 'autocannon'

/** Load is what one run of requests gave. */
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly errors: number
}

/** LoadOptions is one run: `paths` are asked for in turn. */
export interface LoadOptions {
  readonly base: string
  readonly seconds: number
  readonly connections: number
  readonly requests: readonly {
    method?: 'GET' | 'POST'
    path: string
    body?: string
    headers?: Record<string, string>
  }[]
  readonly headers?: Record<string, string>
}

/** load sends requests as fast as they are answered. */
export async function load({ base, seconds, connections, requests, headers }: LoadOptions): Promise<Load> {
  const result = await autocannon({
    url: base,
    duration: seconds,
    connections,
    headers: { 'content-type': 'application/json', ...headers },
    requests: requests as autocannon.Request[],
  })
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  }
}

/** median gives the middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number
}
