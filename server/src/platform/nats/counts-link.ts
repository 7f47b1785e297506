// How nodes speak about shared counts: questions to the owner of a window, and to all nodes. Waiting for them is bounded.
import { errors, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '#platform/clock/clock.ts'
import type { Counts, OpenCounts } from '#platform/fairness/counts.ts'
import type { Broker } from './broker.ts'
import { LiveNodes } from './live-nodes.ts'
import { type Ask, type CountsNetwork, SharedCounts, type Tally } from './shared-counts.ts'

/** ANSWER_MS is how long a request near its limit waits for another node, at most twice. */
export const ANSWER_MS = 50

// A node that has not answered is not waited for again so soon.
const SILENT_MS = 1000

/** CountsLinkOptions are the connection, the name of the installation, and how long an answer is waited for. */
export interface CountsLinkOptions {
  readonly broker: Broker
  readonly name: string
  readonly clock: Clock
  readonly answerMs?: number | undefined
}

/** CountsLink connects the counts of this node with those of the others. */
export class CountsLink implements CountsNetwork {
  readonly nodes: LiveNodes
  readonly #broker: Broker
  readonly #subject: string
  readonly #clock: Clock
  readonly #answerMs: number
  readonly #scopes = new Map<string, SharedCounts>()
  readonly #silent = new Map<string, number>()

  constructor({ broker, name, clock, answerMs = ANSWER_MS }: CountsLinkOptions) {
    this.#broker = broker
    this.#subject = `msingi.${name}.counts`
    this.#clock = clock
    this.#answerMs = answerMs
    this.nodes = new LiveNodes(`${this.#subject}.alive`, () => broker.live)
    void broker.opened.then(() => this.#listen(broker.live))
  }

  /** isConnected is false while NATS cannot be reached, and each node decides alone. */
  get isConnected(): boolean {
    return this.#broker.live !== undefined
  }

  /** open makes the counts of a scope. */
  readonly open: OpenCounts = (scope): Counts => {
    if (this.#scopes.has(scope)) throw new Error(`the counts of ${scope} are open already`)
    const counts = new SharedCounts(scope, this.#clock, this)
    this.#scopes.set(scope, counts)
    return counts
  }

  async ask(key: string, ask: Ask, own: () => Promise<Tally>): Promise<Tally | undefined> {
    // Whoever is cut off from the others cannot decide for them.
    while (this.isConnected) {
      const owner = this.nodes.ownerOf(key)
      if (owner === this.nodes.id) return own()
      const answer = await this.#request<Tally>(owner, { ask }, 2 * this.#answerMs)
      // One that is gone has another owner take its place.
      if (answer !== undefined || this.nodes.others.includes(owner)) return answer
    }
    return undefined
  }

  async recall(recall: Ask, own: () => Tally): Promise<Tally[]> {
    const others = this.nodes.others.map((node) => this.#request<Tally>(node, { recall }, this.#answerMs))
    const tallies = [own(), ...(await Promise.all(others))]
    return tallies.filter((tally) => tally !== undefined)
  }

  end(end: Ask): void {
    this.#broker.live?.publish(`${this.#subject}.all`, JSON.stringify({ end }))
  }

  async close(): Promise<void> {
    this.nodes.close()
    // The goodbye, so that the others do not wait for this node.
    await this.#broker.live?.flush().catch(() => {})
    await this.#broker.close()
  }

  #listen(connection: NatsConnection | undefined): void {
    if (connection === undefined) return
    for (const name of [this.nodes.id, 'all'])
      connection.subscribe(`${this.#subject}.${name}`, {
        callback: (_error, message) => void this.#handle(message).catch(() => {}),
      })
    this.nodes.listen(connection)
  }

  async #handle(message: Msg): Promise<void> {
    const { ask, recall, end } = message.json<{ ask?: Ask; recall?: Ask; end?: Ask }>()
    const counts = this.#scopes.get((ask ?? recall ?? end)?.scope ?? '')
    if (counts === undefined) return
    if (end !== undefined && end.node !== this.nodes.id) counts.end(end)
    if (recall !== undefined) message.respond(JSON.stringify(counts.recall(recall)))
    if (ask !== undefined) message.respond(JSON.stringify(await counts.answer(ask)))
  }

  async #request<Answer>(node: string, question: object, timeout: number): Promise<Answer | undefined> {
    const connection = this.#broker.live
    if (connection === undefined || (this.#silent.get(node) ?? 0) > performance.now()) return undefined
    try {
      const answer = await connection.request(`${this.#subject}.${node}`, JSON.stringify(question), {
        timeout,
      })
      return answer.json<Answer>()
    } catch (error) {
      const isGone = error instanceof errors.RequestError && error.isNoResponders()
      if (isGone) this.nodes.lose(node)
      else this.#silence(node)
      return undefined
    }
  }

  #silence(node: string): void {
    const now = performance.now()
    for (const [one, until] of this.#silent) if (until < now) this.#silent.delete(one)
    this.#silent.set(node, now + SILENT_MS)
  }
}
