// Counts of requests that all nodes share through NATS (docs/rate-limits.md). Each node counts alone far from a limit, where
// even all nodes together cannot reach it. Near it, one node of each window, its owner, adds up what the nodes have counted.
import type { Clock } from '#platform/clock/clock.ts'
import type { Counted, Counts } from '#platform/fairness/counts.ts'
import { type Window, type WindowLimit, Windows } from '#platform/fairness/windows.ts'

/** NodeCounts are how much each node has counted in a window, by the node's id. They only grow. */
export type NodeCounts = Readonly<Record<string, number>>

/** Ask is what a node says to the owner of a window: its name, its length, and what this node knows of it. */
export interface Ask {
  readonly scope: string
  readonly name: string
  readonly seconds: number
  readonly node: string
  readonly counts: NodeCounts
  /** left is in how many milliseconds the window ends. */
  readonly left: number
}

/** Tally is what is known of a window. */
export type Tally = Pick<Ask, 'counts' | 'left'>

/** CountsNetwork is how a node reaches the counts of the others. */
export interface CountsNetwork {
  readonly nodes: { readonly id: string; readonly others: readonly string[] }
  /** ask asks the owner of a window, which may be this node; undefined where it does not answer in time. */
  ask(key: string, ask: Ask, own: () => Promise<Tally>): Promise<Tally | undefined>
  /** recall asks all nodes what they have counted; those that do not answer in time are left out. */
  recall(recall: Ask, own: () => Tally): Promise<Tally[]>
  /** end tells all other nodes when a window ends. */
  end(end: Ask): void
}

// What a node knows of a window that is shared.
interface Shared {
  counts: NodeCounts
  /** decided is how much of what this node has counted is not on its way to the owner any more. */
  decided: number
  /** gathering is there while the owner asks all other nodes. */
  gathering?: Promise<void> | undefined
}

/** SharedCounts are the counts of one scope on this node. */
export class SharedCounts implements Counts {
  readonly #scope: string
  readonly #clock: Clock
  readonly #link: CountsNetwork
  readonly #windows = new Windows()
  readonly #owned = new Windows()
  readonly #shared = new WeakMap<Window, Shared>()

  constructor(scope: string, clock: Clock, link: CountsNetwork) {
    this.#scope = scope
    this.#clock = clock
    this.#link = link
  }

  /** count counts one, and asks the owner of the window once this node alone cannot tell that there is room. */
  count(name: string, limit: WindowLimit): Counted | Promise<Counted> {
    const window = this.#windows.current(name, limit.seconds, this.#clock.now())
    window.used += 1
    const nodes = this.#link.nodes.others.length + 1
    const shared = this.#shared.get(window)
    const known = this.#known(window, window.used)
    if (shared === undefined && window.used <= limit.limit / (2 * nodes)) return known
    if (nodes === 1) return known
    // What is full stays full: a flood asks nobody.
    return known.used > limit.limit ? known : this.#ask(name, limit, window, window.used)
  }

  /** answer is what the owner of a window says to another node. */
  async answer({ name, seconds, node, counts, left }: Ask): Promise<Tally> {
    await this.#own(name, seconds, left)
    return this.#add(name, seconds, node, counts)
  }

  /** recall has this node share a window from now on, and returns what it has counted. */
  recall({ name, seconds, left }: Ask): Tally {
    const window = this.#windows.current(name, seconds, this.#clock.now())
    const shared = this.#share(window, window.used)
    const own = { counts: this.#countsOf(shared, shared.decided), left: this.#leftOf(window) }
    this.#endIn(window, Math.min(left, own.left))
    return own
  }

  /** end has a window of this node end in so many milliseconds, if it is shared. */
  end({ name, seconds, left }: Ask): void {
    const window = this.#windows.current(name, seconds, this.#clock.now())
    if (this.#shared.has(window)) this.#endIn(window, left)
  }

  async #ask(name: string, limit: WindowLimit, window: Window, mine: number): Promise<Counted> {
    const shared = this.#share(window, mine - 1)
    const { seconds } = limit
    const left = this.#leftOf(window)
    const counts = this.#countsOf(shared, mine)
    const ask = { scope: this.#scope, name, seconds, node: this.#link.nodes.id, counts, left }
    const tally = await this.#link.ask(`${this.#scope} ${name}`, ask, () => this.answer(ask))
    shared.decided = Math.max(shared.decided, mine)
    if (tally === undefined) return this.#partOf(limit, window, mine)
    // What others have counted when the owner came to this one, so that each has a place of its own in the window.
    shared.counts = merge(shared.counts, tally.counts)
    this.#endIn(window, tally.left)
    return { used: mine + this.#others(tally.counts), ends: window.ends }
  }

  // Without an answer, each node admits its part of the limit.
  #partOf({ limit }: WindowLimit, window: Window, mine: number): Counted {
    const nodes = this.#link.nodes.others.length + 1
    const used = mine * nodes <= Math.max(limit, nodes) ? Math.min(limit, mine * nodes) : limit + 1
    return { used: Math.max(used, this.#known(window, mine).used), ends: window.ends }
  }

  #known(window: Window, mine: number): Counted {
    const shared = this.#shared.get(window)
    return { used: shared === undefined ? mine : mine + this.#others(shared.counts), ends: window.ends }
  }

  #share(window: Window, decided: number): Shared {
    const shared = this.#shared.get(window) ?? { counts: {}, decided }
    this.#shared.set(window, shared)
    return shared
  }

  #countsOf({ counts }: Shared, mine: number): NodeCounts {
    return { ...counts, [this.#link.nodes.id]: mine }
  }

  #others(counts: NodeCounts): number {
    const { id } = this.#link.nodes
    return Object.entries(counts).reduce((sum, [node, count]) => (node === id ? sum : sum + count), 0)
  }

  // The first who asks has all nodes say what they have counted, and share the window.
  async #own(name: string, seconds: number, left: number): Promise<void> {
    const window = this.#owned.current(name, seconds, this.#clock.now())
    const known = this.#shared.get(window)
    if (known !== undefined) return known.gathering
    const fresh = this.#share(window, 0)
    this.#endIn(window, left)
    const recall = { scope: this.#scope, name, seconds, node: this.#link.nodes.id, counts: {}, left }
    fresh.gathering = this.#link
      .recall(recall, () => this.recall(recall))
      .then((tallies) => {
        fresh.counts = tallies.reduce((all, { counts }) => merge(all, counts), fresh.counts)
        const shortest = Math.min(this.#leftOf(window), ...tallies.map((tally) => tally.left))
        this.#endIn(window, shortest)
        this.end({ ...recall, left: shortest })
        this.#link.end({ ...recall, left: shortest })
        fresh.gathering = undefined
      })
    return fresh.gathering
  }

  #add(name: string, seconds: number, node: string, counts: NodeCounts): Tally {
    const window = this.#owned.current(name, seconds, this.#clock.now())
    const shared = this.#share(window, 0)
    shared.counts = merge(shared.counts, counts)
    window.used = Object.values(shared.counts).reduce((sum, count) => sum + count, 0)
    // Where the others stop, this node goes on with what they have counted.
    const local = this.#shared.get(this.#windows.current(name, seconds, this.#clock.now()))
    if (local !== undefined) local.counts = shared.counts
    const { [node]: _, ...others } = shared.counts
    return { counts: others, left: this.#leftOf(window) }
  }

  #leftOf(window: Window): number {
    return window.ends - this.#clock.now().getTime()
  }

  #endIn(window: Window, left: number): void {
    window.ends = this.#clock.now().getTime() + left
  }
}

function merge(one: NodeCounts, other: NodeCounts): NodeCounts {
  const merged: Record<string, number> = { ...one }
  for (const [node, count] of Object.entries(other)) merged[node] = Math.max(merged[node] ?? 0, count)
  return merged
}
