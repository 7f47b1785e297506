// Bytes buffered in memory for slow clients, of each project and in all. Where a limit is exceeded, the clients with the
// most buffered bytes are disconnected first.

/** SlowConsumer is a connection for which bytes are buffered. */
export interface SlowConsumer {
  /** waiting is how many bytes are buffered for the socket. */
  readonly waiting: number
  /** disconnectSlow closes the connection; the client resumes when it reconnects. */
  disconnectSlow(): void
}

/** BacklogLimits are how many bytes can be buffered for the clients of one project, and for all of the node. */
export interface BacklogLimits {
  readonly project: number
  readonly node: number
}

/** TRACKED_BYTES is from how many buffered bytes on a connection is tracked. */
export const TRACKED_BYTES = 8 * 1024

// Connections are closed down to this part of a limit, so that they need not be measured again soon.
const RELIEF = 0.75

interface Backlog {
  bytes: number
  readonly consumers: Map<SlowConsumer, number>
}

/** Backlogs counts buffered bytes. A connection is measured after each write that leaves some. */
export class Backlogs {
  readonly #limits: BacklogLimits
  readonly #projects = new Map<string, Backlog>()
  #bytes = 0

  constructor(limits: BacklogLimits) {
    this.#limits = limits
  }

  /** bytes is how much is buffered in all, as of the last write to each connection. */
  get bytes(): number {
    return this.#bytes
  }

  /** track measures a connection, and disconnects the slowest ones if a limit is exceeded. */
  track(project: string, consumer: SlowConsumer): void {
    const backlog = this.#projects.get(project) ?? { bytes: 0, consumers: new Map<SlowConsumer, number>() }
    this.#projects.set(project, backlog)
    this.#count(backlog, consumer)
    if (backlog.bytes > this.#limits.project) this.#relieve(project, backlog)
    if (this.#bytes > this.#limits.node) this.#relieveAll()
  }

  /** forget removes a connection that has ended. */
  forget(project: string, consumer: SlowConsumer): void {
    const backlog = this.#projects.get(project)
    if (backlog !== undefined) this.#drop(project, backlog, consumer)
  }

  #count(backlog: Backlog, consumer: SlowConsumer): void {
    const waiting = consumer.waiting
    const added = waiting - (backlog.consumers.get(consumer) ?? 0)
    backlog.consumers.set(consumer, waiting)
    backlog.bytes += added
    this.#bytes += added
  }

  #drop(project: string, backlog: Backlog, consumer: SlowConsumer): void {
    const bytes = backlog.consumers.get(consumer) ?? 0
    backlog.consumers.delete(consumer)
    backlog.bytes -= bytes
    this.#bytes -= bytes
    if (backlog.consumers.size === 0) this.#projects.delete(project)
  }

  // Clients may have read some of it since.
  #measure(project: string, backlog: Backlog): void {
    for (const consumer of [...backlog.consumers.keys()]) {
      this.#count(backlog, consumer)
      if (consumer.waiting < TRACKED_BYTES) this.#drop(project, backlog, consumer)
    }
  }

  #relieve(project: string, backlog: Backlog): void {
    this.#measure(project, backlog)
    if (backlog.bytes > this.#limits.project)
      this.#disconnectSlowest(project, backlog, backlog.bytes - this.#limits.project * RELIEF)
  }

  // The project with the most buffered bytes comes first.
  #relieveAll(): void {
    for (const [project, backlog] of [...this.#projects]) this.#measure(project, backlog)
    if (this.#bytes <= this.#limits.node) return
    const projects = [...this.#projects].sort(([, one], [, other]) => other.bytes - one.bytes)
    for (const [project, backlog] of projects) {
      const excess = this.#bytes - this.#limits.node * RELIEF
      if (excess <= 0) return
      this.#disconnectSlowest(project, backlog, excess)
    }
  }

  #disconnectSlowest(project: string, backlog: Backlog, bytes: number): void {
    const slowest = [...backlog.consumers].sort(([, one], [, other]) => other - one)
    let left = bytes
    for (const [consumer, waiting] of slowest) {
      if (left <= 0) return
      left -= waiting
      this.#drop(project, backlog, consumer)
      consumer.disconnectSlow()
    }
  }
}
