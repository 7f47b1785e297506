// Triggers on a project's tables. Their functions run as the writing role, on connections of the project.
import type { z } from 'zod'
import { isTree, stringsOf } from '#engine/ddl/statements/check-names.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import { suggestion } from '#engine/shapes/nearest-names.ts'
import {
  type ChangeScope,
  changeSchema,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { type FieldAt, withFieldError } from '#modules/database/schema-objects/context/object-errors.ts'
import { checkSingleStatement, objectName } from '#modules/database/schema-objects/context/write-sql.ts'
import {
  listFunctions,
  type SqlFunction,
} from '#modules/database/schema-objects/functions/functions.store.ts'
import { requireOwnLogin } from '#modules/projects/own-login.service.ts'
import { readTables } from '#platform/db/catalog/table-shapes.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { notFound } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { Platform } from '#platform/platform.ts'
import type { triggerCreate, triggerReplace } from './triggers.schema.ts'
import { listTriggers, type Trigger } from './triggers.store.ts'

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
    await checkParts(change, target, input)
    await withFieldError(fieldOf(input), () => run(change, [triggerStatement('create', target, input)]))
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
    await checkParts(change, target, input)
    await withFieldError(fieldOf(input), () =>
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
export async function getTrigger(db: Queryable, projectId: string, id: string): Promise<Trigger> {
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

// What PostgreSQL would say of all of them without the name of a field.
async function checkParts(change: SchemaChange, { table: slug }: Target, fields: Fields): Promise<void> {
  const tables = await readTables(change.client, change.project.id)
  const table = tables.get(slug)
  if (table === undefined)
    throw fieldErrors([
      { field: 'table', problem: `there is no table ${slug}.${suggestion(slug, tables.keys())}` },
    ])
  const unknown = fields.columns.find((name) => !table.columns.has(name))
  if (unknown !== undefined) {
    const near = suggestion(unknown, table.columns.keys())
    throw fieldErrors([{ field: 'columns', problem: `the table ${slug} has no column ${unknown}.${near}` }])
  }
  await checkFunction(change, fields.function)
}

async function checkFunction({ client, names }: SchemaChange, name: string): Promise<void> {
  const needed = 'a trigger needs a function that takes no arguments and returns trigger'
  const [found] = await listFunctions(client, names.schema, name)
  if (found === undefined) {
    const others = (await listFunctions(client, names.schema))
      .filter(isTriggerFunction)
      .map((one) => one.name)
    const near = suggestion(name, others)
    throw fieldErrors([{ field: 'function', problem: `there is no function ${name}; ${needed}.${near}` }])
  }
  if (isTriggerFunction(found)) return
  const signature = `${name}(${found.arguments}) returns ${found.returns}`.slice(0, 200)
  throw fieldErrors([{ field: 'function', problem: `${signature}; ${needed}` }])
}

function isTriggerFunction(one: SqlFunction): boolean {
  return one.arguments === '' && one.returns === 'trigger'
}

// With the other parts checked, what is left to be wrong is the condition.
function fieldOf({ condition }: Fields): FieldAt {
  // 42809: a view has no triggers.
  return (_position, sqlstate) =>
    sqlstate === '42809' ? 'table' : condition === null ? 'function' : 'condition'
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
