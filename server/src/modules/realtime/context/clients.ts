// All clients connected to this node, over WebSocket or SSE: counted, pinged, authorised again when credentials change,
// and disconnected when the server stops.

import type { Credential, Principal } from '#modules/realtime/tokens/principals.ts'
import type { Actor } from '#platform/credentials/actor.ts'
import { recentlyUsed } from '#platform/db/caches/recently-used.ts'
import { type Refusal, Shares } from '#platform/fairness/shares.ts'
import type { Platform } from '#platform/platform.ts'
import { type Sender, sentSince } from '#platform/usage/egress.ts'

export type Transport = 'websocket' | 'sse'

/** LiveClient is one open connection. Its actor, principal and credential are known once it has sent a valid token. */
export interface LiveClient {
  readonly transport: Transport
  readonly subscriptionCount: number
  readonly projectId: string | undefined
  readonly actor: Actor | undefined
  readonly principal: Principal | undefined
  readonly credential: Credential | undefined
  /** sender is the socket, which knows how many bytes it was given. */
  readonly sender: Sender
  isSubscribed(channel: string): boolean
  /** filterOf returns the text of the filter that a subscription to a table has. */
  filterOf(channel: string): string | undefined
  /**
   * heartbeat is called every PING_SECONDS, to ping the client and close what has expired. A client that has sent no
   * token gets one call only, after UNAUTHENTICATED_SECONDS.
   */
  heartbeat(now: number): void
  /** recheck authorises the client again, and closes the connection if its credential is no longer valid. */
  recheck(): Promise<void>
  /** shutdown closes the connection with the reason that the server stops. */
  shutdown(): void
  /** destroy drops the connection without a closing handshake. */
  destroy(): void
}

/** Disconnect is when and why a connection ended, for POST /realtime/explain. */
export interface Disconnect {
  readonly project_id: string
  readonly user: string
  readonly channels: readonly string[]
  readonly reason: string
  readonly at: Date
}

/** PING_SECONDS is how often the server pings each connection. */
export const PING_SECONDS = 25

/** UNAUTHENTICATED_SECONDS is how long a connection can stay open without having sent a token. */
export const UNAUTHENTICATED_SECONDS = 10

/** LIVE_QUOTAS are the quotas that new live connections use. */
export const LIVE_QUOTAS = ['live_connections', 'live_messages', 'egress_bytes'] as const
// Those that open connections go on using.
const OPEN_QUOTAS = ['live_messages', 'egress_bytes'] as const

const TICK_MS = 1000
// Kept for each project, so that one project's disconnects do not push out another's.
const MAX_DISCONNECTS = 50
const MAX_PROJECTS = 1000
const GRACE_MS = 2000
const LEAVE_STEPS = 20

/** LiveClients holds all open connections. */
export class LiveClients {
  readonly #platform: Platform
  // Clients are pinged in groups, one group each second, so that many clients are not pinged all at once.
  readonly #groups = Array.from({ length: PING_SECONDS }, () => new Set<LiveClient>())
  readonly #groupOf = new Map<LiveClient, number>()
  // Clients that had sent no token when they connected, the oldest first, and when they connected.
  readonly #unauthenticated = new Map<LiveClient, number>()
  readonly #quota: Shares
  readonly #byProject = new Map<string, Set<LiveClient>>()
  readonly #disconnects = recentlyUsed<Disconnect[]>(MAX_PROJECTS)
  readonly #checking = new Set<LiveClient>()
  readonly #timer: NodeJS.Timeout
  #second: number
  #revision = 0
  #stopped: (() => void) | undefined

  constructor(platform: Platform) {
    this.#platform = platform
    const { liveNodeConnections: total, liveConnections: each } = platform.config
    this.#quota = new Shares({ total, each })
    this.#second = this.#now()
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#timer.unref()
  }

  get size(): number {
    return this.#groupOf.size
  }

  /** revision grows whenever credentials may have changed. */
  get revision(): number {
    return this.#revision
  }

  get isStopping(): boolean {
    return this.#stopped !== undefined
  }

  /** add registers a connection. Its first heartbeat comes after PING_SECONDS. */
  add(client: LiveClient): void {
    // The group that was pinged last is the one that is pinged again latest.
    const group = this.#second % PING_SECONDS
    this.#groupOf.set(client, group)
    this.#groups[group]?.add(client)
    if (client.projectId === undefined)
      this.#unauthenticated.set(client, this.#platform.clock.now().getTime())
    else this.identify(client)
  }

  /** identify registers a connection for its project, once it has sent a valid token. */
  identify(client: LiveClient): void {
    const { projectId } = client
    if (projectId === undefined || !this.#groupOf.has(client)) return
    this.#platform.usage.of(projectId).live_connections += 1
    const clients = this.#byProject.get(projectId)
    if (clients === undefined) this.#byProject.set(projectId, new Set([client]))
    else clients.add(client)
  }

  /** remove removes a connection, from its project too if it had one. A second call has no effect. */
  remove(client: LiveClient, projectId?: string, disconnect?: Disconnect): void {
    const group = this.#groupOf.get(client)
    if (group === undefined) return
    this.#groupOf.delete(client)
    this.#unauthenticated.delete(client)
    this.#groups[group]?.delete(client)
    if (projectId !== undefined) {
      this.#removeFromProject(client, projectId)
      this.#countEgress(client, projectId)
    }
    if (disconnect !== undefined) this.#record(disconnect)
    if (this.#groupOf.size === 0) this.#stopped?.()
  }

  /** admit counts a connection of a project, or returns which limit is reached: the project's, its plan's, or the node's. */
  admit(projectId: string): Refusal | undefined {
    if (this.#platform.quotas.find(projectId, LIVE_QUOTAS) !== undefined) return 'each'
    return this.#quota.take(projectId, 1)
  }

  /** release undoes `admit`. */
  release(projectId: string): void {
    this.#quota.give(projectId, 1)
  }

  /** count returns the sum of `of` over all connections of a transport. */
  count(transport: Transport, of: (client: LiveClient) => number): number {
    let sum = 0
    for (const client of this.#groupOf.keys()) if (client.transport === transport) sum += of(client)
    return sum
  }

  /** of returns the connections of a project. */
  of(projectId: string): LiveClient[] {
    return [...(this.#byProject.get(projectId) ?? [])]
  }

  /** disconnectsOf returns the latest disconnects of a project, the latest first. */
  disconnectsOf(projectId: string): Disconnect[] {
    return (this.#disconnects.get(projectId) ?? []).toReversed()
  }

  /** recheck authorises clients again: those of a project, or of all, for which `concerns` returns true. */
  recheck(concerns: (client: LiveClient) => boolean, projectId?: string): void {
    this.#revision += 1
    const clients = projectId === undefined ? [...this.#groupOf.keys()] : this.of(projectId)
    for (const client of clients)
      if (client.projectId !== undefined && concerns(client)) void this.#check(client)
  }

  /**
   * leave closes the connections that are open by now, some after the others in the second half of this time, in milliseconds:
   * by then load balancers know that this node is about to stop, and not all connect to another one at once.
   */
  leave(ms: number): void {
    const { clock } = this.#platform
    // Of a stream that has not begun the request is answered first.
    const clients = [...this.#groupOf.keys()].filter(
      ({ transport, subscriptionCount }) => transport === 'websocket' || subscriptionCount > 0,
    )
    const now = clock.now().getTime()
    for (let step = 0; step < LEAVE_STEPS; step++)
      clock.at(new Date(now + (ms / 2) * (1 + step / LEAVE_STEPS)), () => {
        for (let n = step; n < clients.length; n += LEAVE_STEPS) {
          const client = clients[n]
          if (client !== undefined && this.#groupOf.has(client)) client.shutdown()
        }
      })
  }

  /** stop closes all connections, and drops those that do not complete the closing handshake in time. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const gone = new Promise<void>((resolve) => {
      this.#stopped = resolve
    })
    for (const client of [...this.#groupOf.keys()]) client.shutdown()
    if (this.#groupOf.size === 0) return
    const grace = setTimeout(() => {
      for (const client of [...this.#groupOf.keys()]) client.destroy()
    }, GRACE_MS)
    await gone
    clearTimeout(grace)
  }

  #now(): number {
    return Math.floor(this.#platform.clock.now().getTime() / 1000)
  }

  #tick(): void {
    const now = this.#now()
    const from = Math.max(this.#second + 1, now - PING_SECONDS + 1)
    this.#second = now
    for (let second = from; second <= now; second++) {
      for (const client of this.#groups[second % PING_SECONDS] ?? [])
        if (client.projectId !== undefined) {
          this.#countEgress(client, client.projectId)
          if (this.#platform.quotas.find(client.projectId, OPEN_QUOTAS) === undefined)
            client.heartbeat(now * 1000)
          else client.shutdown()
        }
    }
    const time = this.#platform.clock.now().getTime()
    for (const client of this.#groupOf.keys())
      if ((client.principal?.ends ?? Number.POSITIVE_INFINITY) <= time) this.#checkOnce(client)
    this.#tickUnknown(time)
  }

  #check(client: LiveClient): Promise<void> {
    return client.recheck().catch((error) => {
      // A client that cannot be authorised must not stay connected.
      this.#platform.log.error({ err: error }, 'could not authorise a live connection again')
      client.destroy()
    })
  }

  #checkOnce(client: LiveClient): void {
    if (this.#checking.has(client)) return
    this.#checking.add(client)
    void this.#check(client).finally(() => this.#checking.delete(client))
  }

  // Connections last long: what they are sent is counted with their pings.
  #countEgress({ sender }: LiveClient, projectId: string): void {
    this.#platform.usage.of(projectId).egress_bytes += sentSince(sender)
  }

  #removeFromProject(client: LiveClient, projectId: string): void {
    const clients = this.#byProject.get(projectId)
    clients?.delete(client)
    if (clients?.size === 0) this.#byProject.delete(projectId)
  }

  #record(disconnect: Disconnect): void {
    const known = this.#disconnects.get(disconnect.project_id) ?? []
    known.push(disconnect)
    if (known.length > MAX_DISCONNECTS) known.shift()
    this.#disconnects.set(disconnect.project_id, known)
  }

  #tickUnknown(now: number): void {
    for (const [client, since] of this.#unauthenticated) {
      const isKnown = client.projectId !== undefined
      if (!isKnown && now < since + UNAUTHENTICATED_SECONDS * 1000) return
      this.#unauthenticated.delete(client)
      if (!isKnown) client.heartbeat(now)
    }
  }
}
