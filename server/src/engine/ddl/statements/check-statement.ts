// Which statements a client may send as SQL, each with what it may hold. Everything else is refused.

import { type BuiltInTable, builtInTable } from '#engine/built-in/built-in-tables.ts'
import { SqlError } from '#engine/parser/sql-error.ts'
import { checkNames, isTree, stringsOf } from './check-names.ts'
import type { ParsedStatement, Tree } from './parse-statements.ts'

type Check = (tree: Tree) => string | undefined

const CHECKS: Readonly<Record<string, Check>> = {
  CreateStmt: createTable,
  AlterTableStmt: alterTable,
  RenameStmt: rename,
  DropStmt: drop,
  IndexStmt: index,
  ViewStmt: view,
  CreateEnumStmt: allowed,
  AlterEnumStmt: allowed,
  CreateFunctionStmt: createFunction,
  CreateTrigStmt: createTrigger,
  CommentStmt: comment,
  InsertStmt: write,
  UpdateStmt: write,
  DeleteStmt: write,
}

const HINTS: Readonly<Record<string, string>> = {
  SelectStmt:
    'SELECT is run by the query engine, which only reads; to write, begin with INSERT, UPDATE or DELETE.',
  TransactionStmt: 'All statements run in one transaction; leave out BEGIN, COMMIT and the like.',
  CreatePolicyStmt: 'Policies are made on the page Policies, or with POST or PUT /tables/{tableID}/rls.',
  AlterPolicyStmt:
    'Policies are changed on the page Policies, or with PATCH /tables/{tableID}/rls/{policyID}.',
  DoStmt: 'DO is not allowed; write the statements themselves.',
  VariableSetStmt: 'SET and RESET are not allowed.',
  CopyStmt: 'COPY is not allowed; insert rows with INSERT or the data API.',
  CreateTableAsStmt: 'CREATE TABLE AS is not allowed; create the table, then INSERT ... SELECT into it.',
  CreateDomainStmt: 'Domains are not supported; use a CHECK constraint.',
  CompositeTypeStmt: 'Only enum types can be made; use jsonb for values with parts.',
  CreateSeqStmt: 'Sequences come with serial and identity columns.',
}

/** checkStatement throws a SqlError unless the statement is one that a project may run in its schema. */
export function checkStatement(statement: ParsedStatement, schema: string): void {
  const { kind, tree, at } = statement
  const check = Object.hasOwn(CHECKS, kind) ? CHECKS[kind] : undefined
  if (check === undefined) throw new SqlError(HINTS[kind] ?? `${spoken(kind)} is not allowed.`, at)
  const problem = check(tree)
  if (problem !== undefined) throw new SqlError(problem, at)
  checkNames(statement, schema)
}

// GrantRoleStmt: GRANT ROLE.
function spoken(kind: string): string {
  return kind
    .replace(/Stmt$/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toUpperCase()
}

function allowed(): undefined {
  return undefined
}

function createTable(tree: Tree): string | undefined {
  if (!isPermanent(tree.relation)) return 'Tables cannot be temporary or unlogged.'
  if (tree.inhRelations !== undefined || tree.partspec !== undefined || tree.partbound !== undefined)
    return 'Tables can neither inherit nor be partitioned.'
  if (tree.ofTypename !== undefined) return 'Typed tables are not supported.'
  if (tree.tablespacename !== undefined || tree.accessMethod !== undefined || tree.options !== undefined)
    return 'Storage options, access methods and tablespaces cannot be chosen.'
  return undefined
}

function isPermanent(relation: unknown): boolean {
  return isTree(relation) && relation.relpersistence === 'p'
}

const ALTERATIONS: ReadonlySet<unknown> = new Set([
  'AT_AddColumn',
  'AT_DropColumn',
  'AT_ColumnDefault',
  'AT_SetNotNull',
  'AT_DropNotNull',
  'AT_AlterColumnType',
  'AT_AddConstraint',
  'AT_DropConstraint',
  'AT_ValidateConstraint',
  'AT_AddIdentity',
  'AT_SetIdentity',
  'AT_DropIdentity',
  'AT_SetExpression',
  'AT_DropExpression',
])

const ALTERATION_HINTS: Readonly<Record<string, string>> = {
  AT_ChangeOwner: 'The owner of a table cannot be changed.',
  AT_DisableRowSecurity: 'Row-level security is always on; open a table with policies.',
  AT_NoForceRowSecurity: 'Row-level security is always on; open a table with policies.',
  AT_EnableRowSecurity: 'Row-level security is always on.',
  AT_ForceRowSecurity: 'Row-level security is always on.',
}

function alterTable(tree: Tree): string | undefined {
  if (tree.objtype !== 'OBJECT_TABLE')
    return 'ALTER is for tables and enum types; replace views and functions.'
  const builtIn = builtInOf(tree.relation)
  if (builtIn !== undefined) return unchangeable(builtIn)
  for (const command of (tree.cmds ?? []) as { AlterTableCmd?: Tree }[]) {
    const subtype = String(command.AlterTableCmd?.subtype)
    if (ALTERATIONS.has(subtype)) continue
    return ALTERATION_HINTS[subtype] ?? `ALTER TABLE with ${spoken(subtype.slice(3))} is not allowed.`
  }
  return undefined
}

function builtInOf(relation: unknown): BuiltInTable | undefined {
  return isTree(relation) ? builtInTable(String(relation.relname)) : undefined
}

function unchangeable({ slug }: BuiltInTable): string {
  return `The table ${slug} is the server's own and cannot be changed.`
}

// What has a name that may be changed or commented on.
const NAMED: ReadonlySet<unknown> = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_COLUMN',
  'OBJECT_INDEX',
  'OBJECT_TABCONSTRAINT',
  'OBJECT_FUNCTION',
  'OBJECT_TRIGGER',
  'OBJECT_TYPE',
])

function rename(tree: Tree): string | undefined {
  if (!NAMED.has(tree.renameType)) return `RENAME of ${objectOf(tree.renameType)} is not allowed.`
  if (
    tree.renameType === 'OBJECT_COLUMN' &&
    !['OBJECT_TABLE', 'OBJECT_VIEW'].includes(`${tree.relationType}`)
  )
    return 'Only columns of tables and views can be renamed.'
  const builtIn = builtInOf(tree.relation)
  if (builtIn !== undefined && tree.renameType !== 'OBJECT_TRIGGER') return unchangeable(builtIn)
  return keptName([String(tree.subname ?? ''), String(tree.newname)], tree.renameType)
}

const DROPPED: ReadonlySet<unknown> = new Set([
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_INDEX',
  'OBJECT_TYPE',
  'OBJECT_FUNCTION',
  'OBJECT_TRIGGER',
])

function drop(tree: Tree): string | undefined {
  if (!DROPPED.has(tree.removeType)) return `DROP of ${objectOf(tree.removeType)} is not allowed.`
  if (tree.concurrent === true) return 'DROP INDEX cannot be CONCURRENTLY: all runs in one transaction.'
  const names = ((tree.objects ?? []) as Tree[]).map(droppedName)
  const builtIn = names.map((name) => builtInTable(name.at(-1) ?? '')).find((table) => table !== undefined)
  if (builtIn !== undefined && tree.removeType === 'OBJECT_TABLE')
    return `The table ${builtIn.slug} is the server's own and cannot be dropped.`
  return keptName(
    names.map((name) => name.at(-1) ?? ''),
    tree.removeType,
  )
}

function droppedName(object: Tree): string[] {
  if (isTree(object.List)) return stringsOf(object.List.items)
  if (isTree(object.ObjectWithArgs)) return stringsOf(object.ObjectWithArgs.objname)
  return isTree(object.TypeName) ? stringsOf(object.TypeName.names) : []
}

// The server's own functions and triggers, which stand behind relationships, hold a $ in their names.
function keptName(names: readonly string[], type: unknown): string | undefined {
  if (type !== 'OBJECT_FUNCTION' && type !== 'OBJECT_TRIGGER') return undefined
  const kept = names.find((name) => name.includes('$'))
  return kept === undefined ? undefined : `${kept} belongs to a relationship; change the relationship.`
}

function objectOf(type: unknown): string {
  return String(type)
    .replace(/^OBJECT_/, '')
    .replaceAll('_', ' ')
}

function index(tree: Tree): string | undefined {
  if (tree.concurrent === true) return 'CREATE INDEX cannot be CONCURRENTLY: all runs in one transaction.'
  if (tree.tableSpace !== undefined) return 'Tablespaces cannot be chosen.'
  const builtIn = builtInOf(tree.relation)
  return builtIn === undefined ? undefined : unchangeable(builtIn)
}

function view(tree: Tree): string | undefined {
  if (!isPermanent(tree.view)) return 'Views cannot be temporary.'
  if (tree.options !== undefined)
    return 'Views take no options; they always run with the rights of the caller.'
  return tree.withCheckOption === undefined || tree.withCheckOption === 'NO_CHECK_OPTION'
    ? undefined
    : 'Views are for reading; leave out WITH CHECK OPTION.'
}

const FUNCTION_OPTIONS: ReadonlySet<string> = new Set([
  'language',
  'as',
  'volatility',
  'strict',
  'parallel',
  'cost',
  'rows',
  'security',
])

function createFunction(tree: Tree): string | undefined {
  if (tree.is_procedure === true) return 'Procedures are not supported; write a function.'
  if (tree.sql_body !== undefined) return 'Write the body as a string: AS $$ ... $$.'
  const kept = keptName(stringsOf(tree.funcname), 'OBJECT_FUNCTION')
  if (kept !== undefined) return kept
  const options = ((tree.options ?? []) as { DefElem?: Tree }[]).map((option) => option.DefElem ?? {})
  for (const { defname, arg } of options) {
    const name = String(defname)
    if (!FUNCTION_OPTIONS.has(name)) return `Functions take no ${name.toUpperCase()}.`
    if (name === 'security' && isTree(arg) && isTree(arg.Boolean) && arg.Boolean.boolval === true)
      return 'Functions run with the rights of the caller: SECURITY DEFINER is not allowed.'
    if (name === 'language' && !(isTree(arg) && isTree(arg.String) && isLanguage(arg.String.sval)))
      return 'Functions are written in sql or plpgsql.'
  }
  return options.some(({ defname }) => defname === 'language') ? undefined : 'Say in which LANGUAGE it is.'
}

function isLanguage(name: unknown): boolean {
  return name === 'sql' || name === 'plpgsql'
}

function createTrigger(tree: Tree): string | undefined {
  if (tree.isconstraint === true || tree.deferrable === true) return 'Triggers cannot be deferred.'
  return keptName([String(tree.trigname), ...stringsOf(tree.funcname)], 'OBJECT_TRIGGER')
}

function comment(tree: Tree): string | undefined {
  return NAMED.has(tree.objtype) ? undefined : `COMMENT on ${objectOf(tree.objtype)} is not allowed.`
}

function write(tree: Tree): string | undefined {
  return builtInOf(tree.relation)?.writtenBy
}
