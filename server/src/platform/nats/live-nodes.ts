// Which nodes of the installation are alive: each says so once a second, and says goodbye when it stops.
import { createHash, randomUUID } from 'node:crypto'
import type { NatsConnection } from '@nats-io/transport-node'

const BEAT_MS = 1000
const ALIVE_MS = 3500

/** LiveNodes knows the other nodes, and which of all nodes owns a name. */
export class LiveNodes {
  /** id names this node. */
  readonly id = randomUUID()
  readonly #subject: string
  readonly #connection: () => NatsConnection | undefined
  readonly #timer: NodeJS.Timeout
  // When they were last heard of, by the process's own time: the clock of tests stands still.
  readonly #seen = new Map<string, number>()
  #others: readonly string[] = []

  /** The connection is undefined while there is none. */
  constructor(subject: string, connection: () => NatsConnection | undefined) {
    this.#subject = subject
    this.#connection = connection
    this.#timer = setInterval(() => this.#beat(), BEAT_MS)
    this.#timer.unref()
  }

  /** others are the other nodes that are alive, by their ids. */
  get others(): readonly string[] {
    return this.#others
  }

  /** listen subscribes to what the others say, and says that this node is there. */
  listen(connection: NatsConnection): void {
    connection.subscribe(this.#subject, {
      callback: (_error, message) => this.#hear(message?.string() ?? ''),
    })
    this.#beat()
  }

  /** ownerOf returns the node that owns a name: the same on all nodes that know of the same nodes. */
  ownerOf(name: string): string {
    let [owner, most] = ['', '']
    for (const node of [this.id, ...this.#others]) {
      const weight = createHash('sha256').update(`${node} ${name}`).digest('hex')
      if (weight > most) [owner, most] = [node, weight]
    }
    return owner
  }

  /** lose forgets a node that does not answer, until it says something again. */
  lose(node: string): void {
    if (this.#seen.delete(node)) this.#others = [...this.#seen.keys()]
  }

  close(): void {
    clearInterval(this.#timer)
    this.#connection()?.publish(this.#subject, `- ${this.id}`)
  }

  #beat(): void {
    const connection = this.#connection()
    const now = performance.now()
    for (const [node, at] of this.#seen) {
      // Whoever is cut off from the others cannot say that they are gone.
      if (connection === undefined) this.#seen.set(node, now)
      else if (at < now - ALIVE_MS) this.lose(node)
    }
    connection?.publish(this.#subject, `+ ${this.id}`)
  }

  #hear(text: string): void {
    const node = text.slice(2)
    if (node === this.id || node === '') return
    if (text.startsWith('-')) {
      this.lose(node)
      return
    }
    const isNew = !this.#seen.has(node)
    this.#seen.set(node, performance.now())
    if (!isNew) return
    this.#others = [...this.#seen.keys()]
    // A newcomer learns of this node at once.
    this.#connection()?.publish(this.#subject, `+ ${this.id}`)
  }
}
