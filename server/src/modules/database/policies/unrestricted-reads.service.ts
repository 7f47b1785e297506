// Which tables are read past their policies by policies of others, for those who look after a project.
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import type { Platform } from '#platform/platform.ts'
import { compilePolicies } from './policies.service.ts'
import { listUnrestricted } from './policies.store.ts'

/** listUnrestrictedReads returns, by the slug of a table, the tables that its policies read past their policies. */
export async function listUnrestrictedReads(
  platform: Platform,
  project: ProjectRecord,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const tables = await platform.shapes.of(project)
  const rows = Map.groupBy(
    await listUnrestricted(platform.clusters.of(project).admin, project.id),
    ({ table_id }) => table_id,
  )
  const reads = new Map<string, ReadonlySet<string>>()
  for (const table of tables.values()) {
    const policies = await compilePolicies(tables, table, rows.get(table.id) ?? [])
    const read = policies.flatMap(({ condition }) => [...(condition?.unrestricted ?? [])])
    if (read.length > 0) reads.set(table.slug, new Set(read))
  }
  return reads
}
