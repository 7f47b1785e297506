// Descriptions of projects' APIs: written when first asked for, and kept until the schema or the policies change.
import { LRUCache } from 'lru-cache'
import { exactSchema } from '#modules/database/schema-objects/exact-schema.service.ts'
import type { Actor, ProjectRecord } from '#platform/credentials/actor.ts'
import { digest } from '#platform/crypto/tokens.ts'
import { listComments } from '#platform/db/catalog/comments.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import { tenantOf } from '#platform/fairness/tenants.ts'
import type { JsonSchema } from '#platform/http/schemas/api-schemas.ts'
import type { Platform } from '#platform/platform.ts'
import { type SharedParts, sharedParts } from './shared-parts.ts'
import { type Audience, audienceOf, visibleTables } from './visible-tables.service.ts'
import { writeDescription } from './write-description.ts'

/** ProjectDescription is the description of a project's API as YAML. */
export interface ProjectDescription {
  readonly text: string
  readonly etag: string
}

/** ProjectApi describes the APIs of projects. */
export interface ProjectApi {
  /** get describes what the actor may use, or only some tables of it, by their slugs with commas between. */
  get(project: ProjectRecord, actor: Actor, tables: string | undefined): Promise<ProjectDescription>
}

// Of all projects together; what is larger than a quarter of it is written anew each time.
const MAX_BYTES = 64 * 1024 * 1024

interface Kept {
  readonly written: Promise<ProjectDescription>
  readonly bytes: number
}

/** createProjectApi takes the description of the server itself, whose routes of signing in it repeats. */
export function createProjectApi(platform: Platform, describeServer: () => Promise<JsonSchema>): ProjectApi {
  const cache = new LRUCache<string, Kept>({
    max: 10_000,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_BYTES / 4,
    sizeCalculation: ({ bytes }) => bytes,
  })
  platform.invalidations.on(TABLES_CHANGED, (id) => {
    if (id === undefined) cache.clear()
    else for (const audience of ['all', 'publishable'] as const) cache.delete(keyOf(id, audience))
  })
  let shared: SharedParts | undefined

  const write = (project: ProjectRecord, audience: Audience, slugs?: readonly string[]) =>
    platform.gates.descriptions.run(tenantOf(project), async () => {
      const { schema } = await exactSchema(platform, project)
      const tables = await visibleTables(platform, project, schema, audience, slugs)
      const comments = await listComments(platform.clusters.of(project).admin, project.id)
      shared ??= sharedParts(await describeServer())
      const text = await writeDescription({ project, schema, tables, comments, shared })
      return { text, etag: `"${digest(text)}"` }
    })

  return {
    get(project, actor, tables) {
      const audience = audienceOf(actor)
      if (tables !== undefined) return write(project, audience, tables.split(','))
      const key = keyOf(project.id, audience)
      const known = cache.get(key)
      if (known !== undefined) return known.written
      const kept = { written: write(project, audience), bytes: 1 }
      cache.set(key, kept)
      kept.written.then(
        ({ text }) => {
          // Unless it was invalidated meanwhile.
          if (cache.peek(key) === kept) cache.set(key, { ...kept, bytes: 2 * text.length })
        },
        () => {
          if (cache.peek(key) === kept) cache.delete(key)
        },
      )
      return kept.written
    },
  }
}

function keyOf(projectId: string, audience: Audience): string {
  return `${projectId} ${audience}`
}
