// Connections that stay open for a moment after a request, for the next request of the same caller to the same addresses.
import http from 'node:http'
import https from 'node:https'
import { LRUCache } from 'lru-cache'

// Shorter than the five seconds after which common servers close an idle connection.
const IDLE_MS = 4000
const IDLE_OF_PLACE = 20
const PLACES = 100

/** Place is where connections lead to, and whose they are. */
export interface Place {
  /** owner names those who share connections, such as one webhook. */
  readonly owner: string
  readonly url: URL
  /** addresses are those that the name has right now, all of them allowed. */
  readonly addresses: readonly string[]
}

/**
 * KeptConnections has the agents of the places that were used most recently. A connection is reused only for the same
 * owner, scheme, host and addresses: where a name resolves to other addresses, its requests get new connections.
 */
export class KeptConnections {
  readonly #agents = new LRUCache<string, http.Agent>({ max: PLACES, dispose: retire })

  /** agentFor returns the agent of a place. */
  agentFor({ owner, url, addresses }: Place): http.Agent {
    const key = [owner, url.protocol, url.host, ...addresses.toSorted()].join(' ')
    const known = this.#agents.get(key)
    if (known !== undefined) return known
    const options = { keepAlive: true, maxFreeSockets: IDLE_OF_PLACE, timeout: IDLE_MS }
    const agent = url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options)
    this.#agents.set(key, agent)
    return agent
  }
}

// Requests that are under way end by themselves; what they free is closed.
function retire(agent: http.Agent): void {
  agent.maxFreeSockets = 0
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
}
