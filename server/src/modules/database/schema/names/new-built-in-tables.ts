// Projects that are older than a built-in table receive it.
import type pg from 'pg'
import { BUILT_IN_TABLES } from '#engine/built-in/built-in-tables.ts'
import { createBuiltInTable } from '#modules/projects/built-in-tables.service.ts'
import type { FindProject } from '#platform/credentials/actor.ts'
import { TABLES_CHANGED } from '#platform/db/catalog/table-shapes.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Platform } from '#platform/platform.ts'
import { releaseName } from './release-name.ts'

/**
 * addBuiltInTables gives every project the tables that it lacks. A table or view of its own that has such a name is
 * renamed first. What fails for one project is logged, and tried again at the next start.
 */
export async function addBuiltInTables(platform: Platform, findProject: FindProject): Promise<void> {
  for (const cluster of platform.clusters.all()) {
    for (const { project_id, slugs } of await listMissing(cluster.admin)) {
      await addTables(platform, findProject, project_id, slugs).catch((err) =>
        platform.log.error({ err, project_id, tables: slugs }, 'a project could not be given its new tables'),
      )
    }
  }
}

const MISSING = `
select u.project_id, array_agg(b.slug order by b.slug) as slugs
from msingi.tables u cross join unnest($1::text[]) as b (slug)
where u.slug = 'users' and u.kind = 'table' and u.read_only
  and not exists (select from msingi.tables t
    where t.project_id = u.project_id and t.slug = b.slug and t.kind = 'table' and t.read_only)
group by u.project_id order by u.project_id`

async function listMissing(admin: pg.Pool): Promise<{ project_id: string; slugs: string[] }[]> {
  const { rows } = await admin.query(MISSING, [BUILT_IN_TABLES.map(({ slug }) => slug)])
  return rows
}

async function addTables(
  platform: Platform,
  findProject: FindProject,
  projectId: string,
  slugs: readonly string[],
): Promise<void> {
  const project = await findProject(projectId)
  // One that is being deleted needs none.
  if (project === undefined) return
  for (const slug of slugs) await releaseName(platform, project, slug)
  const cluster = platform.clusters.of(project)
  await transaction(cluster.admin, async (client) => {
    // Another node may have started at the same time.
    await client.query(`select from msingi.tables where project_id = $1 and slug = 'users' for update`, [
      projectId,
    ])
    const { rows } = await client.query<{ slug: string }>(
      'select slug from msingi.tables where project_id = $1 and slug = any($2)',
      [projectId, slugs],
    )
    const present = new Set(rows.map(({ slug }) => slug))
    const missing = BUILT_IN_TABLES.filter(({ slug }) => slugs.includes(slug) && !present.has(slug))
    for (const table of missing) await createBuiltInTable(client, projectId, table)
  })
  await platform.invalidations.publish(TABLES_CHANGED, projectId)
}
