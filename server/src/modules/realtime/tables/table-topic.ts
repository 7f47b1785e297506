// The live changes of one table: who listens, what each may hear, in the order in which it was committed. One change
// is done with before the next begins, also where PostgreSQL must be asked, so that nobody hears them out of order.

import { setImmediate } from 'node:timers/promises'
import type { BreakReason, Change, ChangeFeed } from '#platform/changes/feed/change-feed.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { FairGate } from '#platform/fairness/fair-gate.ts'
import type { Shares } from '#platform/fairness/shares.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import { mark } from '#platform/loop/loop-watch.ts'
import type { Platform } from '#platform/platform.ts'
import { CommandError, ProtocolViolation } from '#platform/realtime/protocol.ts'
import type { LiveConfigs } from '#realtime/settings/live-config.ts'
import type { DatabaseDecider } from './ask-database.ts'
import { Audience, includes, type Listener } from './audience.ts'
import type { LiveCaller } from './callers.ts'
import { Lane } from './lane.ts'
import { LiveEvent } from './live-event.ts'
import { PendingChanges } from './pending-changes.ts'
import { type Judged, judge, readView, type TableView } from './table-view.ts'
import { inTurns } from './turns.ts'

/** TableListener is a subscription to a table. */
export interface TableListener extends Listener {
  caller: LiveCaller
  /** after is the offset up to which changes are not, or no longer, for this listener. */
  after: number
  deliver(event: LiveEvent): void
  /** end says that nothing more comes: the table is gone, or what came is not all, for a reason where that is known. */
  end(reason: 'gone' | 'lost', why?: string): void
}

/** Position is the last change that a listener has heard of: by its place in the sequence, or by its id. */
export type Position =
  | { readonly offset: number; readonly epoch: string; readonly isRequired?: boolean }
  | { readonly id: string }

/** Joined is what a listener learns when it begins. */
export interface Joined {
  readonly epoch: string
  readonly offset: number
  /** events are those since the position; undefined where they are not all known. */
  readonly events: readonly LiveEvent[] | undefined
}

/** TopicContext is what topics need of their surroundings. */
export interface TopicContext {
  readonly platform: Platform
  readonly decider: DatabaseDecider
  readonly configs: LiveConfigs
  findProject(id: string): Promise<ProjectRecord | undefined>
  feedOf(project: ProjectRecord): ChangeFeed
  /** pending bounds the bytes of changes that wait to be delivered, by project. */
  readonly pending: Shares
  /** replays and turns share what takes long between projects: catching up, and telling many listeners. */
  readonly replays: FairGate
  readonly turns: FairGate
  /** bound is told which table a topic speaks of. */
  bound(topic: TableTopic, tableId: string): void
  /** idle is told when nobody listens any more, or nobody can. */
  idle(topic: TableTopic): void
}

// So many changes are judged at once for who is caught up.
const CHUNK = 200

// What of the reasons for a break says more than that it is one. It has to fit into a frame that closes a WebSocket.
const BREAKS: Readonly<Partial<Record<BreakReason, string>>> = {
  flood: 'too many changes at once',
  oversized: 'a change was too large to be sent',
  unreadable: 'a change could not be read',
  unidentified: 'the replica identity of the table was changed',
}

/** TableTopic is one table's changes for all listeners of this node. */
export class TableTopic {
  readonly channel: string
  readonly projectId: string
  readonly #slug: string
  readonly #context: TopicContext
  readonly #lane = new Lane()
  readonly #audience = new Audience<TableListener>()
  readonly #pending: PendingChanges
  #view: TableView | undefined
  #tableId: string | undefined
  #watched = false
  #joining = 0
  #closed: 'gone' | 'lost' | undefined
  #news = 0
  // The offset of the latest change that was done with.
  #told = 0

  constructor(context: TopicContext, channel: string, projectId: string, slug: string) {
    this.#context = context
    this.channel = channel
    this.projectId = projectId
    this.#slug = slug
    this.#pending = new PendingChanges(context.pending, projectId)
  }

  get tableId(): string | undefined {
    return this.#tableId
  }

  /** isWatched is true where its changes are captured for it. */
  get isWatched(): boolean {
    return this.#watched
  }

  /** isEmpty is true where nobody listens, nor is about to. */
  get isEmpty(): boolean {
    return this.#audience.size === 0 && this.#joining === 0
  }

  /** join begins to deliver to a listener, and gives what it has missed since a position. */
  async join(listener: TableListener, position?: Position): Promise<Joined> {
    this.#joining += 1
    try {
      if (position !== undefined) await this.#reach(position)
      return await this.#lane.run(() => this.#join(listener, position))
    } finally {
      this.#joining -= 1
      if (this.isEmpty) this.#context.idle(this)
    }
  }

  /** leave ends that. */
  leave(listener: TableListener): void {
    this.#audience.remove(listener)
    if (this.isEmpty) this.#context.idle(this)
  }

  /** become changes who a listener speaks for, once what was decided for the old one is delivered. */
  async become(listener: TableListener, caller: LiveCaller): Promise<void> {
    await this.#lane.run(() => {
      if (!this.#audience.has(listener)) return
      this.#audience.remove(listener)
      listener.caller = caller
      this.#audience.add(listener)
    })
  }

  /** history gives what a caller may see of the changes that are still known, the oldest first. */
  async history(caller: LiveCaller, since?: { offset: number; epoch: string }): Promise<Joined> {
    return this.#lane.run(async () => {
      const view = await this.#current()
      const feed = this.#context.feedOf(view.project)
      const { epoch, top } = feed
      const changes = since === undefined ? feed.known(view.table.id) : this.#since(view, feed, since)
      return { epoch, offset: top, events: changes && (await this.#eventsFor(view, caller, changes)) }
    })
  }

  /** publish takes new changes of the table. */
  publish(changes: readonly Change[]): void {
    if (this.#audience.size === 0) return
    const waiting = this.#pending.size > 0
    if (!this.#pending.add(changes)) this.#close('lost', BREAKS.flood)
    // Whoever has begun to wait will take these along.
    else if (!waiting) this.#run()
  }

  #run(): void {
    try {
      const done = this.#lane.run(() => this.#deliver())
      if (done instanceof Promise) done.catch((error) => this.#fail(error))
    } catch (error) {
      this.#fail(error)
    }
  }

  /** forget makes the topic read anew what decides about it; it also notices then whether the table is still there. */
  forget(): void {
    this.#news += 1
    this.#view = undefined
    const done = this.#lane.run(async () => void (await this.#current().catch(ignoreClosed)))
    if (done instanceof Promise) done.catch((error) => this.#fail(error))
  }

  /** lose sends all listeners away, to come again and find out what they have missed. */
  lose(reason: BreakReason): void {
    this.#close('lost', BREAKS[reason])
  }

  // Nobody else waits meanwhile.
  async #reach(position: Position): Promise<void> {
    const { project, table } = await this.#lane.run(() => this.#current())
    const feed = this.#context.feedOf(project)
    if (!(await feed.ready())) return
    await feed.reach(() =>
      'id' in position
        ? changesAfter(feed.known(table.id), position.id) !== undefined
        : feed.epoch !== position.epoch || feed.top >= position.offset,
    )
  }

  async #join(listener: TableListener, position: Position | undefined): Promise<Joined> {
    const view = await this.#current()
    const feed = this.#context.feedOf(view.project)
    // What was committed before a restart must be known again before anybody resumes.
    if (!(await feed.ready())) throw new ProtocolViolation('standby')
    // The topic may have ended meanwhile, and would never tell anything; or what decides has changed.
    if (this.#view !== view) return this.#join(listener, position)
    // No change comes between reading these: what is up to `top` is replayed, what is beyond comes by itself.
    const { epoch, top } = feed
    const missed = position && this.#since(view, feed, position)
    if (missed === undefined && position !== undefined && 'epoch' in position && position.isRequired === true)
      throw new CommandError('unrecoverablePosition')
    listener.after = top
    this.#audience.add(listener)
    try {
      const events = missed && (await this.#eventsFor(view, listener.caller, missed))
      return { epoch, offset: top, events }
    } catch (error) {
      this.#audience.remove(listener)
      throw error
    }
  }

  // What was written before the settings last changed may have been withheld then: it counts as not known.
  #since({ table, config }: TableView, feed: ChangeFeed, position: Position): readonly Change[] | undefined {
    const changes =
      'id' in position
        ? changesAfter(feed.known(table.id), position.id)
        : feed.since(table.id, position.offset, position.epoch)
    const { changed_at } = config.settings
    if (changed_at === undefined) return changes
    return changes?.some(({ committed_at }) => committed_at <= changed_at) ? undefined : changes
  }

  async #eventsFor(view: TableView, caller: LiveCaller, changes: readonly Change[]): Promise<LiveEvent[]> {
    if (changes.length === 0) return []
    return this.#context.replays.run(tenantOf(view.project), () => this.#replay(view, caller, changes))
  }

  async #replay(view: TableView, caller: LiveCaller, changes: readonly Change[]): Promise<LiveEvent[]> {
    const alone = new Audience<Listener>()
    alone.arrange(view.policies.access.indexes)
    alone.add({ caller })
    const events: LiveEvent[] = []
    for (let from = 0; from < changes.length; from += CHUNK) {
      // Others have their turn in between.
      if (from > 0) await setImmediate()
      const chunk = changes.slice(from, from + CHUNK)
      for (const { change, row, old } of await judge(this.#context.decider, view, chunk, alone)) {
        if (!includes(row, caller)) continue
        events.push(new LiveEvent(change, this.channel, old !== undefined && includes(old, caller)))
      }
    }
    return events
  }

  #deliver(): void | Promise<void> {
    while (this.#pending.size > 0 && this.#closed === undefined) {
      const view = this.#view
      if (view === undefined) return this.#current().then(() => this.#deliver(), ignoreClosed)
      // Where the log is read again after a break, changes come again that everybody has heard.
      const changes = this.#pending.take().filter(({ offset }) => offset > this.#told)
      this.#told = changes.at(-1)?.offset ?? this.#told
      mark('live changes: judging', view.project.id)
      const judged = judge(this.#context.decider, view, changes, this.#audience)
      if (judged instanceof Promise) {
        return judged.then(async (done) => {
          await this.#send(view, done)
          return this.#deliver()
        })
      }
      const sent = this.#send(view, judged)
      if (sent !== undefined) return sent.then(() => this.#deliver())
    }
  }

  #send({ project }: TableView, judged: readonly Judged[]): undefined | Promise<void> {
    return inTurns(this.#context.turns, tenantOf(project), judged, ({ change, row, old }) => {
      mark('live changes: delivery', project.id)
      const plain = new LiveEvent(change, this.channel, false)
      const full = old === undefined ? plain : new LiveEvent(change, this.channel, true)
      let told = 1
      this.#audience.forEach(row, (listener) => {
        told += 1
        if (change.offset <= listener.after) return
        listener.deliver(old !== undefined && includes(old, listener.caller) ? full : plain)
      })
      return told
    })
  }

  async #current(): Promise<TableView> {
    if (this.#closed !== undefined)
      throw new CommandError(this.#closed === 'gone' ? 'unknownChannel' : 'internal')
    if (this.#view !== undefined) return this.#view
    const news = this.#news
    const { platform, configs } = this.#context
    const project = await this.#context.findProject(this.projectId)
    const config = project && (await configs.find(this.projectId))
    const view = project && config && (await readView(platform, project, config, this.#slug))
    // What was read while news came in may be older than the news.
    if (news !== this.#news) return this.#current()
    const other = this.#tableId !== undefined && view?.table.id !== this.#tableId
    if (view === undefined || other) {
      this.#close('gone')
      throw new CommandError('unknownChannel')
    }
    await this.#watch(view)
    if (news !== this.#news || this.#closed !== undefined) return this.#current()
    this.#audience.arrange(view.policies.access.indexes)
    this.#view = view
    return view
  }

  // What the settings withhold need not be captured either. Who has listened meanwhile, and what was not captured, must
  // not be taken for somebody who has heard all.
  async #watch({ project, table, config }: TableView): Promise<void> {
    const wants = config.carries(table.id)
    if (wants && !this.#watched) {
      const feed = this.#context.feedOf(project)
      const begins = await feed.watch(project, table.id)
      if (this.#audience.size > 0 && (begins || !(await feed.ready()))) this.#close('lost')
    }
    if (this.#closed !== undefined) throw new CommandError('internal')
    this.#watched = wants
    if (this.#tableId !== undefined) return
    this.#tableId = table.id
    this.#context.bound(this, table.id)
  }

  #fail(error: unknown): void {
    this.#context.platform.log.error({ err: error, channel: this.channel }, 'could not deliver live changes')
    this.#close('lost')
  }

  #close(reason: 'gone' | 'lost', why?: string): void {
    this.#closed = reason
    this.#view = undefined
    this.#context.idle(this)
    this.#pending.clear()
    for (const listener of this.#audience.all()) {
      this.#audience.remove(listener)
      listener.end(reason, why)
    }
  }
}

function changesAfter(changes: readonly Change[], id: string): readonly Change[] | undefined {
  const index = changes.findLastIndex((change) => change.id === id)
  return index < 0 ? undefined : changes.slice(index + 1)
}

// Everybody has been told already.
function ignoreClosed(error: unknown): void {
  if (!(error instanceof CommandError)) throw error
}
