// Functions that a project wrote. They run as security invoker, and only on connections that log in as the project
// itself.
import type { z } from 'zod'
import { stringsOf } from '#engine/ddl/statements/check-names.ts'
import { quoteIdentifier, quoteLiteral } from '#engine/shapes/identifiers.ts'
import {
  type ChangeScope,
  changeSchema,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import { syncFunctions } from '#modules/database/schema/sync/function-sync.service.ts'
import { syncViews } from '#modules/database/schema/sync/view-sync.service.ts'
import { type Dependent, listDependents } from '#modules/database/schema-objects/context/dependents.store.ts'
import {
  type FieldAt,
  refuseDependents,
  withFieldError,
} from '#modules/database/schema-objects/context/object-errors.ts'
import { replaceInPlace } from '#modules/database/schema-objects/context/replace-in-place.ts'
import { checkSingleStatement, objectName } from '#modules/database/schema-objects/context/write-sql.ts'
import { requireOwnLogin } from '#modules/projects/own-login.service.ts'
import { projectNames } from '#platform/db/project-names.ts'
import type { Queryable } from '#platform/db/transaction.ts'
import { notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { functionCreate, functionReplace } from './functions.schema.ts'
import { listFunctions, type SqlFunction } from './functions.store.ts'

type Fields = z.output<typeof functionReplace>

export async function createFunction(
  platform: Platform,
  scope: ChangeScope,
  input: z.output<typeof functionCreate>,
) {
  const name = objectName(input.name)
  await checkDefinition(scope, name, input)
  await requireOwnLogin(platform, scope.project)
  return changeSchema(platform, scope, async (change) => {
    change.note({ kind: 'function.create', input })
    const statement = functionStatement('create', name, input)
    await withFieldError(fieldIn(statement, input), () => run(change, [statement]))
    await syncFunctions(change)
    return presentFunction(await getFunction(change.client, scope.project.id, name))
  })
}

/** replaceFunction replaces a function. A new signature is possible only if nothing depends on the old one. */
export async function replaceFunction(
  platform: Platform,
  scope: ChangeScope,
  name: string,
  input: Fields,
  cascade: boolean,
) {
  const { project } = scope
  await getFunction(platform.clusters.of(project).admin, project.id, name)
  await checkDefinition(scope, name, input)
  await requireOwnLogin(platform, project)
  return changeSchema(platform, scope, async (change) => {
    const present = await getFunction(change.client, project.id, name)
    change.note({ kind: 'function.replace', function: name, input, cascade })
    const { schema } = change.names
    const isOne = async () => (await listFunctions(change.client, schema, name)).length === 1
    const statement = functionStatement('create or replace', name, input)
    await withFieldError(fieldIn(statement, input), async () => {
      if (await replaceInPlace(change, statement, (code) => code === '42P13', isOne)) return
      await dropFunction(change, present, cascade)
      await run(change, [statement])
    })
    await syncFunctions(change)
    await syncViews(change)
    return presentFunction(await getFunction(change.client, project.id, name))
  })
}

/** removeFunction drops a function and returns everything that was dropped. */
export function removeFunction(
  platform: Platform,
  scope: ChangeScope,
  name: string,
  cascade: boolean,
): Promise<{ removed: Dependent[] }> {
  return changeSchema(platform, scope, async (change) => {
    const present = await getFunction(change.client, scope.project.id, name)
    change.note({ kind: 'function.remove', function: name, cascade })
    const dependents = await dropFunction(change, present, cascade)
    await syncViews(change)
    return { removed: [{ kind: 'function', name }, ...dependents] }
  })
}

/** getFunction finds a function by name, or throws 404. */
export async function getFunction(db: Queryable, projectId: string, name: string): Promise<SqlFunction> {
  const { schema } = projectNames(projectId)
  const [found] = name.includes('\0') ? [] : await listFunctions(db, schema, name)
  if (found === undefined) throw notFound(`The function ${name.slice(0, 63)}`)
  return found
}

export function presentFunction({ oid: _oid, signature: _signature, ...shown }: SqlFunction) {
  return shown
}

function functionStatement(verb: 'create' | 'create or replace', name: string, fields: Fields): string {
  const { language, volatility, strict, body, returns } = fields
  const options = `language ${language} ${volatility}${strict ? ' strict' : ''}`
  return `${verb} function ${quoteIdentifier(name)}(${fields.arguments}\n) returns ${returns}\n${options} as ${quoteLiteral(body)}`
}

// The arguments stand behind the first parenthesis, since names hold none, and the type behind them.
function fieldIn(statement: string, fields: Fields): FieldAt {
  const returns = statement.indexOf('(') + 1 + fields.arguments.length + '\n) returns '.length
  return (position, sqlstate) => {
    // PostgreSQL says where an unknown type stands, unless it is that of the result.
    if (position === undefined && sqlstate === '42704') return 'returns'
    if (position === undefined || position >= returns + fields.returns.length) return 'body'
    return position < returns ? 'arguments' : 'returns'
  }
}

async function checkDefinition(scope: ChangeScope, name: string, fields: Fields): Promise<void> {
  const statement = functionStatement('create', name, fields)
  await checkSingleStatement(statement, projectNames(scope.project.id).schema, {
    kind: 'CreateFunctionStmt',
    field: fieldIn(statement, fields),
    isMeant: ({ funcname }) => JSON.stringify(stringsOf(funcname)) === JSON.stringify([name]),
  })
}

// With cascade, PostgreSQL would drop columns, constraints and indexes of tables too; those are always kept.
async function dropFunction(
  change: SchemaChange,
  { name, oid, signature }: SqlFunction,
  cascade: boolean,
): Promise<Dependent[]> {
  const dependents = await listDependents(change.client, 'pg_proc', oid)
  const kept = dependents.filter(({ kind }) => kind !== 'view' && kind !== 'trigger')
  refuseDependents(`The function ${name}`, dependents, cascade && kept.length === 0)
  await run(change, [`drop function ${signature}${cascade ? ' cascade' : ''}`])
  return dependents
}
