// Types for Python, as its client has values: a TypedDict for each table's rows, inserts and updates, a Literal for each enum.
import type { TypedColumn, TypedTable } from './model.ts'
import { type MakeWriter, oneLine } from './writer.ts'

const KINDS = { text: 'str', integer: 'int', number: 'int | Decimal', boolean: 'bool', json: 'Json' } as const
// A class cannot have fields with these names, or cannot name the type of its other fields any more.
const RESERVED: ReadonlySet<string> = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield str int float bool Decimal'
  ).split(' '),
)

const IMPORTS = `from __future__ import annotations

import sys
from decimal import Decimal
from typing import Any, Dict, List, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired

# Any JSON but null.
Json = Union[str, int, float, bool, Dict[str, Any], List[Any]]
`

type Field = readonly [name: string, type: string, description?: string]

/** writePython begins the file. */
export const writePython: MakeWriter = (options) => ({
  begin: () =>
    `${[...options.header.map((line) => `# ${line}`), '# ruff: noqa', '# fmt: off', IMPORTS].join('\n')}`,
  table: (table) => tableLines(table).join('\n'),
  end: () => '',
})

function tableLines({ type, description, columns, inserts, updates }: TypedTable): string[] {
  const enums = columns.flatMap(({ labels }) => (labels === undefined ? [] : enumLines(labels)))
  const row = columns.map((column): Field => [column.name, readType(column), column.description])
  const inserted = columns.flatMap((column): Field[] => {
    if (column.insert === 'absent') return []
    const type = writeType(column)
    return [[column.name, column.insert === 'optional' ? `NotRequired[${type}]` : type]]
  })
  const updated = columns
    .filter(({ update }) => update)
    .map((column): Field => [column.name, writeType(column)])
  return [
    ...enums,
    ...classLines(`${type}Row`, row, true, description),
    ...(inserts ? classLines(`${type}Insert`, inserted, true) : []),
    ...(updates ? classLines(`${type}Update`, updated, false) : []),
    '',
  ]
    .slice(0, -1)
    .concat('')
}

function enumLines({ type, values }: NonNullable<TypedColumn['labels']>): string[] {
  return ['', `${type} = Literal[`, ...values.map((value) => `    ${JSON.stringify(value)},`), ']']
}

// Types stand in quotes in the second form, since it is run where the first is only read.
function classLines(name: string, fields: readonly Field[], total: boolean, description?: string): string[] {
  const said = description === undefined ? [] : [`# ${oneLine(description)}`]
  const last = total ? '' : ', total=False'
  if (fields.every(([field]) => isField(field))) {
    const lines = fields.flatMap(([field, type, about]) => [
      ...(about === undefined ? [] : [`    # ${oneLine(about)}`]),
      `    ${field}: ${type}`,
    ])
    return [
      '',
      '',
      ...said,
      `class ${name}(TypedDict${last}):`,
      ...(lines.length === 0 ? ['    pass'] : lines),
    ]
  }
  const lines = fields.map(([field, type]) => `    ${JSON.stringify(field)}: ${JSON.stringify(type)},`)
  return ['', '', ...said, `${name} = TypedDict(${JSON.stringify(name)}, {`, ...lines, `}${last})`]
}

function isField(name: string): boolean {
  return /^(?!__)[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name)
}

function readType(column: TypedColumn): string {
  return withNull(column, column.labels?.type ?? KINDS[column.kind])
}

function writeType(column: TypedColumn): string {
  const number = column.kind === 'number' ? ' | float' : ''
  return withNull(
    column,
    column.labels?.type ?? `${KINDS[column.kind]}${number}${column.exact ? ' | str' : ''}`,
  )
}

function withNull({ nullable }: TypedColumn, type: string): string {
  return nullable ? `${type} | None` : type
}
