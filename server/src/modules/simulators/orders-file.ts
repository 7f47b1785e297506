// Orders of the simulators, kept in a file, so that a server that is started again knows what it was asked: one line for each
// state of an order.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { KeptOrders, Order } from './world.ts'

const KEPT = 5000

const date = z.iso.datetime().transform((text) => new Date(text))
const line = z.looseObject({
  id: z.string(),
  created_at: date,
  expires_at: date,
  finished_at: date.optional(),
})

/** OrdersFile is such a file; it is made with the first order. */
export class OrdersFile implements KeptOrders {
  readonly #path: string
  #unwritten = ''
  #writing: Promise<void> | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** read returns the latest orders, oldest first, and leaves only these in the file. */
  read(): Order[] {
    const orders = new Map<string, Order>()
    for (const text of this.#lines()) {
      const order = parse(text)
      if (order !== undefined) orders.set(order.id, order)
    }
    const kept = [...orders.values()].slice(-KEPT)
    if (kept.length > 0) this.#replace(kept)
    return kept
  }

  /** note keeps what has become of an order. */
  note(order: Order): void {
    this.#unwritten += `${JSON.stringify(order)}\n`
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined
    })
  }

  /** close settles when everything is written. */
  async close(): Promise<void> {
    await this.#writing
  }

  // What cannot be written is forgotten with the next start, as all of it was before.
  async #write(): Promise<void> {
    try {
      mkdirSync(dirname(this.#path), { recursive: true })
      while (this.#unwritten !== '') {
        const text = this.#unwritten
        this.#unwritten = ''
        await appendFile(this.#path, text, { mode: 0o600 })
      }
    } catch {
      this.#unwritten = ''
    }
  }

  #lines(): string[] {
    try {
      return readFileSync(this.#path, 'utf8').split('\n')
    } catch {
      return []
    }
  }

  #replace(orders: readonly Order[]): void {
    const draft = `${this.#path}.draft`
    writeFileSync(draft, orders.map((order) => `${JSON.stringify(order)}\n`).join(''), { mode: 0o600 })
    renameSync(draft, this.#path)
  }
}

// The last line may be cut off, where the server ended while it was written.
function parse(text: string): Order | undefined {
  if (text === '') return undefined
  try {
    return line.parse(JSON.parse(text)) as unknown as Order
  } catch {
    return undefined
  }
}
