// The live changes of one table: its subscribers, and delivery to those who are allowed to see each change, in commit
// order. One change is finished before the next begins, also if PostgreSQL must check access, so that order is kept.

import { Audience } from '#modules/realtime/access/audience.ts'
import type { LiveCaller } from '#modules/realtime/access/callers.ts'
import {
  type CheckedChange,
  checkAccess,
  readView,
  type TableView,
} from '#modules/realtime/access/table-view.ts'
import type { BreakReason, Change } from '#platform/changes/feed/change-feed.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import { CommandError, ProtocolViolation } from '#platform/realtime/protocol.ts'
import { BREAKS } from './break-details.ts'
import { changesSince, visibleEvents, waitForPosition } from './change-history.ts'
import { deliverChange } from './deliver-change.ts'
import { inTurns } from './event-loop-turns.ts'
import { endUnfit, readFilter } from './listener-filters.ts'
import type { LiveEvent } from './live-event.ts'
import { PendingChanges } from './pending-changes.ts'
import { SerialQueue } from './serial-queue.ts'
import type { EndReason, Position, TableListener, TopicState } from './table-listener.ts'
import type { TopicContext } from './topic-context.ts'

type Reader = Pick<TableListener, 'caller' | 'filter' | 'isGone'>

/** TableTopic delivers one table's changes to all subscribers of this node. */
export class TableTopic {
  readonly channel: string
  readonly projectId: string
  readonly #slug: string
  readonly #context: TopicContext<TableTopic>
  readonly #queue = new SerialQueue()
  readonly #audience = new Audience<TableListener>()
  readonly #pending: PendingChanges
  #view: TableView | undefined
  #tableId: string | undefined
  #watched = false
  #attaching = 0
  #closed: EndReason | undefined
  #revision = 0
  // The offset of the last change that was delivered to all subscribers, or withheld.
  #deliveredOffset = 0

  constructor(context: TopicContext<TableTopic>, channel: string, projectId: string, slug: string) {
    this.#context = context
    this.channel = channel
    this.projectId = projectId
    this.#slug = slug
    this.#pending = new PendingChanges(context.pending, projectId)
  }

  get tableId(): string | undefined {
    return this.#tableId
  }

  /** isWatched is true once the table's changes are captured for this topic. */
  get isWatched(): boolean {
    return this.#watched
  }

  /** isEmpty is true if there is no subscriber and none about to be one. */
  get isEmpty(): boolean {
    return this.#audience.size === 0 && this.#attaching === 0
  }

  /**
   * attach adds a listener and returns the events that it has missed since a position, if it has one. One that has left
   * costs nothing, so that clients that time out and reconnect do not wait behind their own earlier attempts.
   */
  async attach(listener: TableListener, position?: Position): Promise<TopicState> {
    this.#attaching += 1
    try {
      if (position !== undefined) await this.#waitFor(position)
      return await this.#queue.run(() => this.#attach(listener, position))
    } finally {
      this.#attaching -= 1
      if (this.isEmpty) this.#context.onIdle(this)
    }
  }

  detach(listener: TableListener): void {
    this.#audience.remove(listener)
    if (this.isEmpty) this.#context.onIdle(this)
  }

  /** changeCaller changes whose rights a listener has, after all changes that were checked with the old ones. */
  async changeCaller(listener: TableListener, caller: LiveCaller): Promise<void> {
    await this.#queue.run(() => {
      if (!this.#audience.has(listener)) return
      this.#audience.remove(listener)
      listener.caller = caller
      this.#audience.add(listener)
    })
  }

  /** history returns those of the recent changes that a listener receives, the oldest first. */
  async history(
    { caller, filter }: TableListener,
    since?: { offset: number; epoch: string },
  ): Promise<TopicState> {
    return this.#queue.run(async () => {
      const view = await this.#current()
      const feed = this.#context.feedOf(view.project)
      const { epoch, top } = feed
      const changes = since === undefined ? feed.known(view.table.id) : changesSince(view, feed, since)
      return {
        epoch,
        offset: top,
        events: changes && (await this.#eventsFor(view, { caller, filter, isGone: false }, changes)),
      }
    })
  }

  /** publish queues new changes of the table for delivery. */
  publish(changes: readonly Change[]): void {
    if (this.#audience.size === 0) return
    const waiting = this.#pending.size > 0
    if (!this.#pending.add(changes)) this.#close('interrupted', BREAKS.flood)
    // A delivery that has begun already takes these along.
    else if (!waiting) this.#run()
  }

  /**
   * verify is called with each heartbeat of a listener. Where the table has changes that this topic has not passed on, it
   * does so now; a listener that cannot catch up is ended, so that its client resumes.
   */
  verify(listener: TableListener): void {
    const missed = this.#findMissed(listener)
    const { log } = this.#context.platform
    if (missed === undefined) {
      log.warn({ channel: this.channel }, 'a subscriber of live changes was left behind, and has to resume')
      this.#audience.remove(listener)
      listener.end('interrupted')
    } else if (missed.length > 0) {
      log.warn({ channel: this.channel, missed: missed.length }, 'live changes were not delivered in time')
      this.publish(missed)
    }
  }

  // Returns undefined if it is not known. It costs a few lookups unless something went wrong.
  #findMissed(listener: TableListener): readonly Change[] | undefined {
    if (!this.#audience.has(listener)) return undefined
    const [view, tableId] = [this.#view, this.#tableId]
    // Until these are delivered, or the topic has read its table again, there is nothing to compare.
    if (view === undefined || tableId === undefined || !this.#watched || this.#pending.size > 0) return []
    const feed = this.#context.feedOf(view.project)
    const latest = feed.latest(tableId)
    const offset = Math.max(listener.after, this.#deliveredOffset)
    if (latest === undefined) return undefined
    if (latest <= offset && listener.after <= feed.top) return []
    this.#context.onTable(this, tableId)
    return changesSince(view, feed, { epoch: feed.epoch, offset })
  }

  #run(): void {
    try {
      const done = this.#queue.run(() => this.#deliver())
      if (done instanceof Promise) done.catch((error) => this.#fail(error))
    } catch (error) {
      this.#fail(error)
    }
  }

  /** reload reads the table, its policies and the settings again, and closes the topic if the table is gone. */
  reload(): void {
    this.#revision += 1
    this.#view = undefined
    const done = this.#queue.run(async () => void (await this.#current().catch(ignoreClosed)))
    if (done instanceof Promise) done.catch((error) => this.#fail(error))
  }

  /** interrupt ends all subscriptions, because changes may be missing: clients resume from their last position. */
  interrupt(reason: BreakReason): void {
    this.#close('interrupted', BREAKS[reason])
  }

  // Outside of the queue, so that others do not wait meanwhile.
  async #waitFor(position: Position): Promise<void> {
    const { project, table } = await this.#queue.run(() => this.#current())
    await waitForPosition(this.#context.feedOf(project), table.id, position)
  }

  async #attach(listener: TableListener, position: Position | undefined): Promise<TopicState> {
    if (listener.isGone) throw new CommandError('internal')
    const view = await this.#current()
    const feed = this.#context.feedOf(view.project)
    // After a restart, changes from before it are read again first: clients resume from them.
    if (!(await feed.ready())) throw new ProtocolViolation('standby')
    await readFilter(view, listener)
    // Meanwhile the topic may have been closed, or the policies or settings may have changed.
    if (this.#view !== view) return this.#attach(listener, position)
    // No change arrives between these lines: changes up to `top` are replayed, later ones are delivered.
    const { epoch, top } = feed
    const missed = position && changesSince(view, feed, position)
    if (missed === undefined && position !== undefined && 'epoch' in position && position.isRequired === true)
      throw new CommandError('unrecoverablePosition')
    listener.after = top
    this.#audience.add(listener)
    try {
      const events = missed && (await this.#eventsFor(view, listener, missed))
      this.#countMessages(events?.length ?? 0)
      return { epoch, offset: top, events }
    } catch (error) {
      this.#audience.remove(listener)
      throw error
    }
  }

  async #eventsFor(view: TableView, reader: Reader, changes: readonly Change[]): Promise<LiveEvent[]> {
    if (changes.length === 0) return []
    const { replays, checks } = this.#context
    return replays.run(tenantOf(view.project), () => {
      if (reader.isGone) throw new CommandError('internal')
      return visibleEvents(checks, view, this.channel, reader, changes)
    })
  }

  #deliver(): undefined | Promise<void> {
    while (this.#pending.size > 0 && this.#closed === undefined) {
      const view = this.#view
      if (view === undefined) return this.#current().then(() => this.#deliver(), ignoreClosed)
      // When the log is read again after an interruption, changes come again that were delivered before.
      const changes = this.#pending.take().filter(({ offset }) => offset > this.#deliveredOffset)
      this.#deliveredOffset = changes.at(-1)?.offset ?? this.#deliveredOffset
      mark('live changes: judging', view.project.id)
      const checked = checkAccess(this.#context.checks, view, changes, this.#audience)
      if (checked instanceof Promise) {
        return checked.then(async (done) => {
          await this.#send(view, done)
          return this.#deliver()
        })
      }
      const sent = this.#send(view, checked)
      if (sent !== undefined) return sent.then(() => this.#deliver())
    }
  }

  #send({ project }: TableView, checked: readonly CheckedChange[]): undefined | Promise<void> {
    return inTurns(this.#context.turns, tenantOf(project), checked, (one) => {
      mark('live changes: delivery', project.id)
      const { delivered, cost } = deliverChange(this.#audience, this.channel, one)
      this.#countMessages(delivered)
      return cost
    })
  }

  #countMessages(count: number): void {
    if (count > 0) this.#context.platform.usage.of(this.projectId).live_messages += count
  }

  async #current(): Promise<TableView> {
    if (this.#closed !== undefined)
      throw new CommandError(this.#closed === 'removed' ? 'unknownChannel' : 'internal')
    if (this.#view !== undefined) return this.#view
    const revision = this.#revision
    const { platform, configs } = this.#context
    const project = await this.#context.findProject(this.projectId)
    const config = project && (await configs.find(this.projectId))
    const view = project && config && (await readView(platform, project, config, this.#slug))
    // Something was invalidated meanwhile: what was read may be out of date.
    if (revision !== this.#revision) return this.#current()
    const other = this.#tableId !== undefined && view?.table.id !== this.#tableId
    if (view === undefined || other) {
      this.#close('removed')
      throw new CommandError('unknownChannel')
    }
    await this.#watch(view)
    if (revision !== this.#revision || this.#closed !== undefined) return this.#current()
    this.#audience.arrange(view.policies.access.indexes)
    this.#view = view
    endUnfit(this.#audience, view)
    return view
  }

  // A table that is turned off need not be captured. If capture begins only now, subscribers may have missed changes:
  // they are sent away to resume.
  async #watch({ project, table, config }: TableView): Promise<void> {
    const wants = config.isLive(table.id)
    if (wants && !this.#watched) {
      const feed = this.#context.feedOf(project)
      const begins = await feed.watch(project, table.id)
      if (this.#audience.size > 0 && (begins || !(await feed.ready()))) this.#close('interrupted')
    }
    if (this.#closed !== undefined) throw new CommandError('internal')
    this.#watched = wants
    if (this.#tableId !== undefined) return
    this.#tableId = table.id
    this.#context.onTable(this, table.id)
  }

  #fail(error: unknown): void {
    this.#context.platform.log.error({ err: error, channel: this.channel }, 'could not deliver live changes')
    this.#close('interrupted')
  }

  #close(reason: EndReason, detail?: string): void {
    this.#closed = reason
    this.#view = undefined
    this.#context.onIdle(this)
    this.#pending.clear()
    for (const listener of this.#audience.all()) {
      this.#audience.remove(listener)
      listener.end(reason, detail)
    }
  }
}

// `#close` has ended the subscriptions already.
function ignoreClosed(error: unknown): void {
  if (!(error instanceof CommandError)) throw error
}
