// Views: security invoker, so that the policies of their tables apply to the caller.
import type { z } from 'zod'
import { isTree } from '#engine/ddl/statements/check-names.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { refuseCircle } from '#modules/database/policies/circles.service.ts'
import {
  type ChangeScope,
  changeSchema,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { syncViews } from '#modules/database/schema/sync/view-sync.service.ts'
import { type Dependent, listDependents } from '#modules/database/schema-objects/context/dependents.store.ts'
import { refuseDependents, withFieldError } from '#modules/database/schema-objects/context/object-errors.ts'
import { replaceInPlace } from '#modules/database/schema-objects/context/replace-in-place.ts'
import { checkSingleStatement, objectName } from '#modules/database/schema-objects/context/write-sql.ts'
import { requireOwnLogin } from '#modules/projects/own-login.service.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { viewCreate, viewReplace } from './views.schema.ts'
import { listViews, type View } from './views.store.ts'

export async function createView(platform: Platform, scope: ChangeScope, input: z.output<typeof viewCreate>) {
  const name = objectName(input.name)
  await checkDefinition(scope, name, input.definition)
  await requireOwnLogin(platform, scope.project)
  return changeSchema(platform, scope, async (change) => {
    change.note({ kind: 'view.create', input })
    await withFieldError('definition', () => run(change, [viewStatement('create', name, input.definition)]))
    await syncViews(change)
    return presentView(await getView(change.client, scope.project.id, name))
  })
}

/** replaceView replaces a view's definition. If its columns change, dependents are a 409, or dropped with `cascade`. */
export async function replaceView(
  platform: Platform,
  scope: ChangeScope,
  key: string,
  input: z.output<typeof viewReplace>,
  cascade: boolean,
) {
  const { project } = scope
  const { name } = await getView(platform.clusters.of(project).admin, project.id, key)
  await checkDefinition(scope, name, input.definition)
  await requireOwnLogin(platform, project)
  return changeSchema(platform, scope, async (change) => {
    const view = await getView(change.client, project.id, key)
    change.note({ kind: 'view.replace', view: view.name, input, cascade })
    const statement = viewStatement('create or replace', view.name, input.definition)
    await withFieldError('definition', async () => {
      // CREATE OR REPLACE VIEW can only add columns at the end.
      if (await replaceInPlace(change, statement, (code) => code === '42P16')) return
      await dropView(change, view, cascade)
      await run(change, [statement])
    })
    await syncViews(change)
    await refuseCircle(change, view.name)
    return presentView(await getView(change.client, project.id, view.name))
  })
}

/** removeView drops a view and returns everything that was dropped. */
export function removeView(
  platform: Platform,
  scope: ChangeScope,
  key: string,
  cascade: boolean,
): Promise<{ removed: Dependent[] }> {
  return changeSchema(platform, scope, async (change) => {
    const view = await getView(change.client, scope.project.id, key)
    change.note({ kind: 'view.remove', view: view.name, cascade })
    const dependents = await dropView(change, view, cascade)
    await syncViews(change)
    return { removed: [{ kind: 'view', name: view.name }, ...dependents] }
  })
}

/** getView finds a view by id or name, or throws 404. */
export async function getView(db: Queryable, projectId: string, key: string): Promise<View> {
  const [view] = key.includes('\0') ? [] : await listViews(db, projectId, key)
  if (view === undefined) throw notFound(`The view ${key.slice(0, 63)}`)
  return view
}

export function presentView({ oid: _, ...view }: View) {
  return view
}

function viewStatement(verb: 'create' | 'create or replace', name: string, definition: string): string {
  return `${verb} view ${quoteIdentifier(name)} as\n${definition.replace(/;\s*$/, '')}\n`
}

async function checkDefinition(scope: ChangeScope, name: string, definition: string): Promise<void> {
  await checkSingleStatement(
    viewStatement('create', name, definition),
    projectNames(scope.project.id).schema,
    {
      kind: 'ViewStmt',
      field: 'definition',
      isMeant: ({ view, aliases }) => isTree(view) && view.relname === name && aliases === undefined,
    },
  )
}

async function dropView(change: SchemaChange, view: View, cascade: boolean): Promise<Dependent[]> {
  const dependents = await listDependents(change.client, 'pg_class', view.oid)
  refuseDependents(`The view ${view.name}`, dependents, cascade)
  await run(change, [`drop view ${quoteIdentifier(view.name)}${cascade ? ' cascade' : ''}`])
  return dependents
}
