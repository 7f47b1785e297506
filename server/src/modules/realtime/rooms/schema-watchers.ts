// Who of this node follows the schema of a project: told that it has changed, never what of it.

import { schemaChannel } from '#modules/realtime/settings/channel-names.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import type { Platform } from '#platform/platform.ts'
import { Message } from '#platform/realtime/frames.ts'

/** SchemaWatcher takes what is told of a project's schema. */
export interface SchemaWatcher {
  readonly projectId: string
  push(message: Message): void
}

/** SchemaWatchers tells them of each change on whatever node. */
export class SchemaWatchers {
  readonly #byProject = new Map<string, Set<SchemaWatcher>>()

  constructor({ invalidations }: Pick<Platform, 'invalidations'>) {
    invalidations.on(TABLES_CHANGED, (id) => {
      for (const projectId of id === undefined ? this.#byProject.keys() : [id]) this.#tell(projectId)
    })
  }

  add(watcher: SchemaWatcher): void {
    const { projectId } = watcher
    const known = this.#byProject.get(projectId)
    if (known === undefined) this.#byProject.set(projectId, new Set([watcher]))
    else known.add(watcher)
  }

  remove(watcher: SchemaWatcher): void {
    const watchers = this.#byProject.get(watcher.projectId)
    watchers?.delete(watcher)
    if (watchers?.size === 0) this.#byProject.delete(watcher.projectId)
  }

  #tell(projectId: string): void {
    const watchers = this.#byProject.get(projectId)
    if (watchers === undefined) return
    const channel = JSON.stringify(schemaChannel(projectId))
    const message = new Message(`{"push":{"channel":${channel},"pub":{"data":{"type":"schema"}}}}`)
    for (const watcher of watchers) watcher.push(message)
  }
}
