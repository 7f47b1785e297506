// PATCH /tables/{tableID}/columns/{columnID}: any number of changes to one column, all of them or none.
import type { z } from 'zod'
import {
  type ColumnDefinition,
  defineColumn,
  type FieldProblem,
  identityClause,
} from '#engine/ddl/ddl-column.ts'
import { quoteIdentifier } from '#engine/shapes/identifiers.ts'
import type { columnUpdate } from '#modules/database/schema/change/columns.schema.ts'
import { columnNameOf } from '#modules/database/schema/change/names.ts'
import {
  type ChangeScope,
  changeSchema,
  readNumber,
  run,
  type SchemaChange,
} from '#modules/database/schema/change/schema-change.service.ts'
import type { Column, Table } from '#modules/database/schema/change/structure.store.ts'
import {
  getColumn,
  getOwnColumn,
  getOwnTable,
  getTable,
  presentColumn,
  presentDefault,
} from '#modules/database/schema/change/structure.ts'
import { refuseOwnerChange } from '#modules/database/schema/structure/dependants.ts'
import { renameColumn } from '#modules/database/schema/structure/derived-objects.ts'
import * as store from '#modules/database/schema/structure/tables.store.ts'
import { alreadyExists, conflict } from '#platform/errors/app-error.ts'
import { fieldErrors } from '#platform/errors/field-errors.ts'
import type { Platform } from '#platform/platform.ts'
import { refuseForeignEnum } from './column-enum.ts'
import { changeIndexes } from './column-indexes.ts'
import { changeType } from './column-type.ts'
import { changeDefault, prepareDefaults } from './defaults.ts'
import { changeFileRule, linkFiles, unlinkFile } from './file-columns.ts'
import { linksOfColumn } from './remove-column.ts'

type Input = z.output<typeof columnUpdate>

/** updateColumn applies all changes of the input to a column. Throws a 409 if values would be lost, unless it has force. */
export function updateColumn(
  platform: Platform,
  scope: ChangeScope,
  tableKey: string,
  columnKey: string,
  input: Input,
) {
  const name = input.name === undefined ? undefined : columnNameOf(input.name)
  return changeSchema(platform, scope, async (change) => {
    const { project } = change
    const table = await getOwnTable(change.client, project.id, tableKey)
    const column = getOwnColumn(table, columnKey)
    change.note({ kind: 'column.update', table: table.slug, column: column.name, input })
    if (column.generated !== undefined) refuseComputed(column.name, input)
    const next = merge(column, input)
    await prepareDefaults(platform, project, [{ definition: next, at: '' }])
    await run(change, [`lock table ${quoteIdentifier(table.slug)} in access exclusive mode`])
    if (changesType(input) || input.default_value !== undefined) {
      await refuseForeignEnum(change, table.slug, column)
    }
    const [wasFile, isFile] = [column.data_type === 'file', next.data_type === 'file']
    if (wasFile && !isFile) await unlinkFile(change, table, column)
    if (wasFile && isFile) await changeFileRule(change, table, column, next)
    const present = changesType(input) ? await changeType(change, table, column, next, input.force) : column
    await changeDefault(change, table.slug, present.default, next)
    await changeRequired(change, table, column, next)
    if (next.data_type === 'serial' && column.data_type !== 'serial') await numberRows(change, table, next)
    await changeIndexes(change, table.slug, present, next)
    if (isFile && !wasFile) await linkFiles(change, table.slug, [next])
    const { description = column.description } = input
    const renamed = name ?? column.name
    const save = async () => {
      await store.updateColumn(change, column.id, { name: renamed, data_type: next.data_type, description })
      await store.touchTable(change, table.id)
    }
    if (renamed === column.name) await save()
    else await rename(change, table, column, renamed, save)
    return presentColumn(getColumn(await getTable(change.client, project.id, table.id), column.id))
  })
}

const OF_VALUES = ['data_type', 'char_length', 'enum_values', 'default_value'] as const

function refuseComputed(name: string, input: Input): void {
  const given = OF_VALUES.filter((field) => input[field] !== undefined)
  if (given.length === 0) return
  const problem = `${name} is computed from other columns; change how by SQL, or drop it and add it anew`
  throw fieldErrors(given.map((field) => ({ field, problem })))
}

function changesType(input: Input): boolean {
  return [input.data_type, input.char_length, input.enum_values].some((given) => given !== undefined)
}

// Fields that are left out keep their values; a new type does not inherit length and labels.
function merge(column: Column, input: Input): ColumnDefinition {
  const { data_type = column.data_type, required = column.required } = input
  const same = data_type === column.data_type
  const problems: FieldProblem[] = []
  const next = defineColumn(
    {
      name: column.name,
      data_type,
      required,
      unique: input.unique ?? column.unique,
      indexed: input.indexed ?? column.indexed,
      char_length: input.char_length === undefined && same ? column.char_length : input.char_length,
      enum_values: input.enum_values === undefined && same ? column.enum_values : input.enum_values,
      default_value: input.default_value,
      on_delete: input.on_delete ?? (same ? column.on_delete : undefined),
    },
    problems,
  )
  if (data_type === 'serial' && input.required === false) {
    problems.push({ field: 'required', problem: 'a serial column always has a value' })
  }
  if (problems.length > 0) throw fieldErrors(problems)
  if (input.default_value !== undefined || column.default === undefined || data_type === 'serial') return next
  return changesType(input) ? withCurrentDefault(column, next) : { ...next, default: column.default }
}

function withCurrentDefault(column: Column, next: ColumnDefinition): ColumnDefinition {
  const value = presentDefault(column.data_type, column.default)
  const problems: FieldProblem[] = []
  const checked = defineColumn({ ...next, default_value: value }, problems)
  // An expression must not become a constant text.
  if (problems.length === 0 && checked.default?.kind === column.default?.kind) return checked
  throw fieldErrors([
    {
      field: 'default_value',
      problem: `the current default ${JSON.stringify(value)} does not fit the new type; send another one, or null`,
    },
  ])
}

async function changeRequired(
  change: SchemaChange,
  table: Table,
  column: Column,
  next: ColumnDefinition,
): Promise<void> {
  if (column.required === next.required) return
  const [relation, name] = [quoteIdentifier(table.slug), quoteIdentifier(column.name)]
  if (next.required) {
    const links = await linksOfColumn(change, table, column)
    const nulling = links.find(
      (link) =>
        link.from_table === table.slug && link.from_column === column.name && link.on_delete === 'set_null',
    )
    if (nulling !== undefined) {
      throw conflict(
        'in_use',
        `The relationship ${nulling.name} sets ${column.name} to null; change its on_delete first.`,
      )
    }
    const rows = await readNumber(change, `select count(*) from ${relation} where ${name} is null`)
    if (rows > 0) {
      throw conflict(
        'values_in_the_way',
        `${rows} ${rows === 1 ? 'row has' : 'rows have'} no value in ${column.name} (deleted ones included).`,
        { rows },
      )
    }
  }
  const verb = next.required ? 'set' : 'drop'
  await run(change, [`alter table ${relation} alter column ${name} ${verb} not null`])
}

// Numbering continues after the existing values.
async function numberRows(change: SchemaChange, table: Table, next: ColumnDefinition): Promise<void> {
  const [relation, name] = [quoteIdentifier(table.slug), quoteIdentifier(next.name)]
  const start = await readNumber(
    change,
    `select greatest(coalesce(max(${name}), 0), 0)::bigint + 1 from ${relation}`,
  )
  const identity = identityClause(table.slug, next.name, start)
  await run(change, [`alter table ${relation} alter column ${name} add ${identity}`])
}

async function rename(
  change: SchemaChange,
  table: Table,
  column: Column,
  name: string,
  save: () => Promise<void>,
): Promise<void> {
  const names = table.columns.map((other) => other.name)
  if (names.includes(name))
    throw alreadyExists('name', `The table ${table.slug} already has a column ${name}.`)
  await refuseOwnerChange(
    change,
    table,
    names.map((other) => (other === column.name ? name : other)),
  )
  await renameColumn(change, table, column, name, save)
}
