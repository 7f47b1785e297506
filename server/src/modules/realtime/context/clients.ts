// Everybody who is connected to this node, over WebSocket or SSE: counted, kept alive, looked at again when credentials
// change, and sent away when the server stops.
import { LRUCache } from 'lru-cache'
import type { Actor } from '#platform/credentials/actor.ts'
import { type Refusal, Shares } from '#platform/fairness/shares.ts'
import type { Platform } from '#platform/platform.ts'
import type { Credential, Principal } from '#realtime/tokens/principals.ts'

/** Transport is how a client is connected. */
export type Transport = 'websocket' | 'sse'

/** LiveClient is one open connection. */
export interface LiveClient {
  readonly transport: Transport
  /** subscribed is how many channels the client is in. */
  readonly subscribed: number
  /** projectId is known once the client has shown a valid token. */
  readonly projectId: string | undefined
  readonly actor: Actor | undefined
  readonly principal: Principal | undefined
  readonly credential: Credential | undefined
  /** follows says whether the client is in a channel. */
  follows(channel: string): boolean
  /**
   * beat is called every BEAT_SECONDS: the moment to ping, and to end what has expired. Who is unknown has one only,
   * after UNKNOWN_SECONDS.
   */
  beat(now: number): void
  /** recheck looks at the credential again. */
  recheck(): Promise<void>
  /** shutdown says goodbye. */
  shutdown(): void
  /** destroy ends the connection without another word. */
  destroy(): void
}

/** Farewell is why a connection ended, kept for a while so that developers can be told. */
export interface Farewell {
  readonly project_id: string
  readonly user: string
  readonly channels: readonly string[]
  readonly reason: string
  readonly at: Date
}

/** BEAT_SECONDS is how often an open connection hears from the server (spec 8). */
export const BEAT_SECONDS = 25

/** UNKNOWN_SECONDS is how long a connection may be open without having shown a token. */
export const UNKNOWN_SECONDS = 10

const TICK_MS = 1000
// What one project's clients do must not make the ends of another's forgotten.
const MAX_FAREWELLS = 50
const MAX_PROJECTS = 1000
const GRACE_MS = 2000

/** LiveClients holds all open connections. */
export class LiveClients {
  readonly #platform: Platform
  // Each second another group has its turn, so that a crowd is not served all at once.
  readonly #groups = Array.from({ length: BEAT_SECONDS }, () => new Set<LiveClient>())
  readonly #groupOf = new Map<LiveClient, number>()
  // Those who had shown no token when they came, the first first, and when that was.
  readonly #unknown = new Map<LiveClient, number>()
  readonly #places: Shares
  readonly #byProject = new Map<string, Set<LiveClient>>()
  readonly #farewells = new LRUCache<string, Farewell[]>({ max: MAX_PROJECTS })
  readonly #checking = new Set<LiveClient>()
  readonly #timer: NodeJS.Timeout
  #second: number
  #news = 0
  #stopped: (() => void) | undefined

  constructor(platform: Platform) {
    this.#platform = platform
    const { liveNodeConnections: total, liveConnections: each } = platform.config
    this.#places = new Shares({ total, each })
    this.#second = this.#now()
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#timer.unref()
  }

  get size(): number {
    return this.#groupOf.size
  }

  /** news changes with every reason to look at credentials again. */
  get news(): number {
    return this.#news
  }

  get isStopping(): boolean {
    return this.#stopped !== undefined
  }

  /** add takes a connection in. Its first beat comes after BEAT_SECONDS. */
  add(client: LiveClient): void {
    // The turn that was served last is the one that comes again latest.
    const group = this.#second % BEAT_SECONDS
    this.#groupOf.set(client, group)
    this.#groups[group]?.add(client)
    if (client.projectId === undefined) this.#unknown.set(client, this.#platform.clock.now().getTime())
    else this.identify(client)
  }

  /** identify notes whose a connection is, once it has shown a valid token. */
  identify(client: LiveClient): void {
    const { projectId } = client
    if (projectId === undefined || !this.#groupOf.has(client)) return
    const clients = this.#byProject.get(projectId)
    if (clients === undefined) this.#byProject.set(projectId, new Set([client]))
    else clients.add(client)
  }

  /** remove lets a connection of a project go, if it was of one; calling it twice is harmless. */
  remove(client: LiveClient, projectId?: string, farewell?: Farewell): void {
    const group = this.#groupOf.get(client)
    if (group === undefined) return
    this.#groupOf.delete(client)
    this.#unknown.delete(client)
    this.#groups[group]?.delete(client)
    if (projectId !== undefined) this.#leaveProject(client, projectId)
    if (farewell !== undefined) this.#note(farewell)
    if (this.#groupOf.size === 0) this.#stopped?.()
  }

  /** admit counts a connection of a project, or returns whose limit is in the way. */
  admit(projectId: string): Refusal | undefined {
    return this.#places.take(projectId, 1)
  }

  /** release gives the place back. */
  release(projectId: string): void {
    this.#places.give(projectId, 1)
  }

  /** count adds up something of all connections of a transport. */
  count(transport: Transport, of: (client: LiveClient) => number): number {
    let sum = 0
    for (const client of this.#groupOf.keys()) if (client.transport === transport) sum += of(client)
    return sum
  }

  /** of gives the connections of a project. */
  of(projectId: string): LiveClient[] {
    return [...(this.#byProject.get(projectId) ?? [])]
  }

  /** farewellsOf gives the latest ends of a project's connections, the latest first. */
  farewellsOf(projectId: string): Farewell[] {
    return (this.#farewells.get(projectId) ?? []).toReversed()
  }

  /** recheck looks again at the credentials of those whom something concerns: of one project, or of all. */
  recheck(concerns: (client: LiveClient) => boolean, projectId?: string): void {
    this.#news += 1
    const clients = projectId === undefined ? [...this.#groupOf.keys()] : this.of(projectId)
    for (const client of clients)
      if (client.projectId !== undefined && concerns(client)) void this.#check(client)
  }

  /** stop says goodbye to everybody, and cuts off who does not leave. */
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
    const from = Math.max(this.#second + 1, now - BEAT_SECONDS + 1)
    this.#second = now
    for (let second = from; second <= now; second++) {
      for (const client of this.#groups[second % BEAT_SECONDS] ?? [])
        if (client.projectId !== undefined) client.beat(now * 1000)
    }
    const time = this.#platform.clock.now().getTime()
    for (const client of this.#groupOf.keys())
      if ((client.principal?.ends ?? Number.POSITIVE_INFINITY) <= time) this.#checkOnce(client)
    this.#tickUnknown(time)
  }

  #check(client: LiveClient): Promise<void> {
    return client.recheck().catch((error) => {
      // Whoever cannot be looked at must not go on.
      this.#platform.log.error({ err: error }, 'could not check a live connection again')
      client.destroy()
    })
  }

  #checkOnce(client: LiveClient): void {
    if (this.#checking.has(client)) return
    this.#checking.add(client)
    void this.#check(client).finally(() => this.#checking.delete(client))
  }

  #leaveProject(client: LiveClient, projectId: string): void {
    const clients = this.#byProject.get(projectId)
    clients?.delete(client)
    if (clients?.size === 0) this.#byProject.delete(projectId)
  }

  #note(farewell: Farewell): void {
    const known = this.#farewells.get(farewell.project_id) ?? []
    known.push(farewell)
    if (known.length > MAX_FAREWELLS) known.shift()
    this.#farewells.set(farewell.project_id, known)
  }

  #tickUnknown(now: number): void {
    for (const [client, since] of this.#unknown) {
      const isKnown = client.projectId !== undefined
      if (!isKnown && now < since + UNKNOWN_SECONDS * 1000) return
      this.#unknown.delete(client)
      if (!isKnown) client.beat(now)
    }
  }
}
