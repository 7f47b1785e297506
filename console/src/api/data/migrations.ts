// The changes of a schema, taken to another project.
import { client, data } from '#api/client/client.ts'

/** AppliedMigrations counts the changes that were made, and those that had been made before. */
export interface AppliedMigrations {
  readonly applied: number
  readonly skipped: number
}

const exportAfter = (projectID: string, after: number) =>
  data(
    client.GET('/api/v1/projects/{projectID}/schema/migrations', {
      params: { path: { projectID }, query: { after } },
    }),
  )

/** applyMigrations makes all changes of a project in another one, in their order. Where one fails, those before it stay. */
export async function applyMigrations(projectID: string, target: string): Promise<AppliedMigrations> {
  const sum = { applied: 0, skipped: 0 }
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof exportAfter>> = await exportAfter(projectID, after)
    const { project_id, migrations } = page
    const { applied, skipped } = await data(
      client.POST('/api/v1/projects/{projectID}/schema/migrations/apply', {
        params: { path: { projectID: target } },
        body: { project_id, migrations },
      }),
    )
    sum.applied += applied.length
    sum.skipped += skipped.length
    after = page.next_after
  }
  return sum
}

/** migrationsSql returns all changes of a project as SQL, to read. */
export async function migrationsSql(projectID: string): Promise<string> {
  const parts: string[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof exportAfter>> = await exportAfter(projectID, after)
    parts.push(page.sql)
    after = page.next_after
  }
  return parts.join('\n')
}
