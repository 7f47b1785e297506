// Everybody who is connected to this node, over WebSocket or SSE: counted, kept alive, looked at again when credentials
// change, and sent away when the server stops.
import type { Actor } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import type { Transport } from './figures.ts'

/** LiveClient is one open connection. */
export interface LiveClient {
  readonly transport: Transport
  /** subscribed is how many channels the client is in. */
  readonly subscribed: number
  /** projectId is known once the client has shown a valid token. */
  readonly projectId: string | undefined
  readonly actor: Actor | undefined
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
const MAX_FAREWELLS = 1000
const GRACE_MS = 2000

/** LiveClients holds all open connections. */
export class LiveClients {
  readonly #platform: Platform
  // Each second another group has its turn, so that a crowd is not served all at once.
  readonly #groups = Array.from({ length: BEAT_SECONDS }, () => new Set<LiveClient>())
  readonly #groupOf = new Map<LiveClient, number>()
  // Those who had shown no token when they came, the first first, and when that was.
  readonly #unknown = new Map<LiveClient, number>()
  readonly #byProject = new Map<string, number>()
  readonly #farewells: Farewell[] = []
  readonly #timer: NodeJS.Timeout
  #second: number
  #news = 0
  #stopped: (() => void) | undefined

  constructor(platform: Platform) {
    this.#platform = platform
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
  }

  /** remove lets it go; calling it twice is harmless. */
  remove(client: LiveClient, farewell?: Farewell): void {
    const group = this.#groupOf.get(client)
    if (group === undefined) return
    this.#groupOf.delete(client)
    this.#unknown.delete(client)
    this.#groups[group]?.delete(client)
    if (farewell !== undefined && this.#farewells.push(farewell) > MAX_FAREWELLS) this.#farewells.shift()
    if (this.#groupOf.size === 0) this.#stopped?.()
  }

  /** admit counts a connection of a project, unless it has as many as it may have. */
  admit(projectId: string): boolean {
    const count = this.#byProject.get(projectId) ?? 0
    if (count >= this.#platform.config.liveConnections) return false
    this.#byProject.set(projectId, count + 1)
    return true
  }

  /** release gives the place back. */
  release(projectId: string): void {
    const count = (this.#byProject.get(projectId) ?? 0) - 1
    if (count > 0) this.#byProject.set(projectId, count)
    else this.#byProject.delete(projectId)
  }

  /** count adds up something of all connections of a transport. */
  count(transport: Transport, of: (client: LiveClient) => number): number {
    let sum = 0
    for (const client of this.#groupOf.keys()) if (client.transport === transport) sum += of(client)
    return sum
  }

  /** of gives the connections of a project. */
  of(projectId: string): LiveClient[] {
    return [...this.#groupOf.keys()].filter((client) => client.projectId === projectId)
  }

  /** farewellsOf gives the latest ends of a project's connections, the latest first. */
  farewellsOf(projectId: string): Farewell[] {
    return this.#farewells.filter(({ project_id }) => project_id === projectId).reverse()
  }

  /** recheck looks again at the credentials of those whom something concerns. */
  recheck(concerns: (client: LiveClient) => boolean): void {
    this.#news += 1
    for (const client of [...this.#groupOf.keys()]) {
      if (client.projectId === undefined || !concerns(client)) continue
      client.recheck().catch((error) => {
        // Whoever cannot be looked at must not go on.
        this.#platform.log.error({ err: error }, 'could not check a live connection again')
        client.destroy()
      })
    }
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
    this.#tickUnknown(this.#platform.clock.now().getTime())
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
