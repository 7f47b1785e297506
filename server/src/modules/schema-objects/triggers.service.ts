// Triggers on a project's tables (spec 4.13). Their functions run as the writing role, on connections of the project.
import type { z } from 'zod'
import { isTree, stringsOf } from '#engine/ddl/statements/check-names.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { requireOwnLogin } from '#modules/projects/own-login.service.ts'
import { type ChangeScope, changeSchema, run } from '#modules/schema/change/schema-change.service.ts'
import { projectNames } from '#platform/db/project-names.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { Database } from './dependents.store.ts'
import { withFieldError } from './object-errors.ts'
import type { triggerCreate, triggerReplace } from './triggers.schema.ts'
import { listTriggers, type Trigger } from './triggers.store.ts'
import { checkSingleStatement, objectName } from './write-sql.ts'

type Fields = z.output<typeof triggerReplace>
interface Target {
  readonly name: string
  readonly table: string
}

export async function createTrigger(
  platform: Platform,
  scope: ChangeScope,
  input: z.output<typeof triggerCreate>,
): Promise<Trigger> {
  const target = { name: objectName(input.name), table: input.table }
  await checkDefinition(scope, target, input)
  await requireOwnLogin(platform, scope.project)
  return changeSchema(platform, scope, async (change) => {
    change.note({ kind: 'trigger.create', input })
    await withFieldError('function', () => run(change, [triggerStatement('create', target, input)]))
    return getTrigger(change.client, scope.project.id, `${target.table}.${target.name}`)
  })
}

export async function replaceTrigger(
  platform: Platform,
  scope: ChangeScope,
  id: string,
  input: Fields,
): Promise<Trigger> {
  const { project } = scope
  const present = await getTrigger(platform.clusters.of(project).admin, project.id, id)
  await checkDefinition(scope, present, input)
  await requireOwnLogin(platform, project)
  return changeSchema(platform, scope, async (change) => {
    const target = await getTrigger(change.client, project.id, id)
    change.note({ kind: 'trigger.replace', trigger: target.id, input })
    await withFieldError('function', () =>
      run(change, [triggerStatement('create or replace', target, input)]),
    )
    return getTrigger(change.client, project.id, id)
  })
}

export function removeTrigger(platform: Platform, scope: ChangeScope, id: string) {
  return changeSchema(platform, scope, async (change) => {
    const { name, table, id: trigger } = await getTrigger(change.client, scope.project.id, id)
    change.note({ kind: 'trigger.remove', trigger })
    await run(change, [`drop trigger ${quoteIdentifier(name)} on ${quoteIdentifier(table)}`])
    return { removed: [{ kind: 'trigger', name: trigger }] }
  })
}

/** getTrigger finds a trigger by its id, `<table>.<name>`, or throws 404. */
export async function getTrigger(db: Database, projectId: string, id: string): Promise<Trigger> {
  const { schema } = projectNames(projectId)
  const [found] = id.includes('\0') ? [] : await listTriggers(db, schema, id)
  if (found === undefined) throw notFound(`The trigger ${id.slice(0, 130)}`)
  return found
}

function triggerStatement(verb: 'create' | 'create or replace', target: Target, fields: Fields): string {
  const { timing, events, columns, level, condition } = fields
  const of = columns.length === 0 ? '' : ` of ${columns.map(quoteIdentifier).join(', ')}`
  const when = condition === null ? '' : `when (${condition}\n) `
  const what = events.map((event) => (event === 'update' ? `update${of}` : event)).join(' or ')
  return (
    `${verb} trigger ${quoteIdentifier(target.name)} ${timing} ${what} on ${quoteIdentifier(target.table)} ` +
    `for each ${level} ${when}execute function ${quoteIdentifier(fields.function)}()`
  )
}

async function checkDefinition(scope: ChangeScope, target: Target, fields: Fields): Promise<void> {
  const statement = triggerStatement('create', target, fields)
  await checkSingleStatement(statement, projectNames(scope.project.id).schema, {
    kind: 'CreateTrigStmt',
    field: 'condition',
    isMeant: ({ trigname, relation, funcname }) =>
      trigname === target.name &&
      isTree(relation) &&
      relation.relname === target.table &&
      JSON.stringify(stringsOf(funcname)) === JSON.stringify([fields.function]),
  })
}
