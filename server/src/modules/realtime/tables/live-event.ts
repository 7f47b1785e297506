// One change as it is sent to subscribers: serialised once for each transport, and once more without the old row for
// those who are not allowed to see it.
import type { Change } from '#platform/changes/feed/change-feed.ts'
import { Message } from '#platform/realtime/frames.ts'

/** LiveEvent is a change with or without its old row. */
export class LiveEvent {
  readonly change: Change
  readonly #channel: string
  readonly #withOld: boolean
  #message: Message | undefined
  #event: Message | undefined

  constructor(change: Change, channel: string, withOld: boolean) {
    this.change = change
    this.#channel = channel
    this.#withOld = withOld
  }

  /** message is the push of the WebSocket transport. */
  get message(): Message {
    this.#message ??= new Message(
      `{"push":{"channel":${JSON.stringify(this.#channel)},"pub":${this.publication}}}`,
    )
    return this.#message
  }

  /** publication is the JSON text of the event with its offset, as replies contain it. */
  get publication(): string {
    return `{"data":${this.change.payload(this.#withOld)},"offset":${this.change.offset}}`
  }

  /** event is what the SSE transport writes. */
  get event(): Message {
    const { id, type } = this.change
    this.#event ??= new Message(`id: ${id}\nevent: ${type}\ndata: ${this.change.payload(this.#withOld)}\n\n`)
    return this.#event
  }
}
