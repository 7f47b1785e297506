// What waits in memory for slow clients, in bytes: of each project and of all. Each client may be a little slow; where
// many are, those for whom most waits are cut off first.

/** Laggard is a connection for which something waits. */
export interface Laggard {
  /** waiting is how many bytes the socket has not taken yet. */
  readonly waiting: number
  /** cutOff ends the connection; it resumes when it comes again. */
  cutOff(): void
}

/** BacklogLimits are how many bytes may wait for the clients of one project, and of all of the node. */
export interface BacklogLimits {
  readonly project: number
  readonly node: number
}

/** NOTED is how many bytes must wait for a connection to be counted; fewer belong to what every connection costs. */
export const NOTED = 8 * 1024

// Connections are cut off down to that part of a limit, so that it takes a while until they are all looked at again.
const RELIEF = 0.75

interface Backlog {
  bytes: number
  readonly laggards: Map<Laggard, number>
}

/** Backlogs counts what waits. A connection is noted when something is left after a write, and measured again then. */
export class Backlogs {
  readonly #limits: BacklogLimits
  readonly #projects = new Map<string, Backlog>()
  #bytes = 0

  constructor(limits: BacklogLimits) {
    this.#limits = limits
  }

  /** bytes is how much waits in all; of connections that nothing was written to since, how much did then. */
  get bytes(): number {
    return this.#bytes
  }

  /** note measures a connection, and cuts off the slowest where too much waits. */
  note(project: string, laggard: Laggard): void {
    const backlog = this.#projects.get(project) ?? { bytes: 0, laggards: new Map<Laggard, number>() }
    this.#projects.set(project, backlog)
    this.#count(backlog, laggard)
    if (backlog.bytes > this.#limits.project) this.#relieve(project, backlog)
    if (this.#bytes > this.#limits.node) this.#relieveAll()
  }

  /** forget takes a connection out that has ended. */
  forget(project: string, laggard: Laggard): void {
    const backlog = this.#projects.get(project)
    if (backlog !== undefined) this.#drop(project, backlog, laggard)
  }

  #count(backlog: Backlog, laggard: Laggard): void {
    const waiting = laggard.waiting
    const added = waiting - (backlog.laggards.get(laggard) ?? 0)
    backlog.laggards.set(laggard, waiting)
    backlog.bytes += added
    this.#bytes += added
  }

  #drop(project: string, backlog: Backlog, laggard: Laggard): void {
    const bytes = backlog.laggards.get(laggard) ?? 0
    backlog.laggards.delete(laggard)
    backlog.bytes -= bytes
    this.#bytes -= bytes
    if (backlog.laggards.size === 0) this.#projects.delete(project)
  }

  // What was noted may have been read since.
  #measure(project: string, backlog: Backlog): void {
    for (const laggard of [...backlog.laggards.keys()]) {
      this.#count(backlog, laggard)
      if (laggard.waiting < NOTED) this.#drop(project, backlog, laggard)
    }
  }

  #relieve(project: string, backlog: Backlog): void {
    this.#measure(project, backlog)
    if (backlog.bytes > this.#limits.project)
      this.#cut(project, backlog, backlog.bytes - this.#limits.project * RELIEF)
  }

  // The project for which most waits gives way first.
  #relieveAll(): void {
    for (const [project, backlog] of [...this.#projects]) this.#measure(project, backlog)
    if (this.#bytes <= this.#limits.node) return
    const projects = [...this.#projects].sort(([, one], [, other]) => other.bytes - one.bytes)
    for (const [project, backlog] of projects) {
      const excess = this.#bytes - this.#limits.node * RELIEF
      if (excess <= 0) return
      this.#cut(project, backlog, excess)
    }
  }

  #cut(project: string, backlog: Backlog, bytes: number): void {
    const slowest = [...backlog.laggards].sort(([, one], [, other]) => other - one)
    let left = bytes
    for (const [laggard, waiting] of slowest) {
      if (left <= 0) return
      left -= waiting
      this.#drop(project, backlog, laggard)
      laggard.cutOff()
    }
  }
}
