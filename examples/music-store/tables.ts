// The schema of the project: tables, foreign keys and policies, as bodies of requests.
import { FORMS } from './catalogue.ts'
import type { TableName } from './data.ts'
import { STATUSES } from './sales.ts'

/** Column is one column in the body of POST /tables. The server adds id, created_at, updated_at and deleted_at. */
export interface Column {
  readonly name: string
  readonly data_type: string
  readonly required: boolean
  readonly unique: boolean
  readonly indexed: boolean
  readonly description?: string
  readonly default_value?: string
  readonly enum_values?: readonly string[]
}

/** Table is the body of POST /tables. */
export interface Table {
  readonly name: TableName
  readonly description: string
  readonly columns: readonly Column[]
}

/** Relationship is a foreign key in the body of POST /tables, with the table that it is in. */
export interface Relationship {
  readonly from_table: TableName
  readonly from_column: string
  readonly to_table: TableName
  readonly to_column: string
  readonly on_delete: 'restrict' | 'cascade' | 'set_null' | 'no_action'
}

/** Policy is a policy in the body of POST /tables, with the table that it is for. */
export interface Policy {
  readonly table: TableName
  readonly action: 'select' | 'insert' | 'update' | 'delete'
  readonly subject: 'public' | 'authenticated' | 'owner' | 'api_key' | 'role'
  readonly effect: 'allow' | 'deny'
  readonly condition?: string
}

type Options = Partial<Omit<Column, 'name' | 'data_type'>>

function column(name: string, dataType: string, options: Options = {}): Column {
  return { name, data_type: dataType, required: true, unique: false, indexed: false, ...options }
}

// A foreign key is a uuid column with an index, and a relationship below.
function reference(name: string): Column {
  return column(name, 'uuid', { indexed: true })
}

/** TABLES are the tables, each after the ones that it refers to. */
export const TABLES: readonly Table[] = [
  {
    name: 'composers',
    description: 'Who wrote the music.',
    columns: [
      column('name', 'string', { unique: true }),
      column('born', 'smallint'),
      column('died', 'smallint', { required: false, description: 'Empty for the living.' }),
      column('country', 'string'),
    ],
  },
  {
    name: 'works',
    description: 'What they wrote.',
    columns: [
      reference('composer_id'),
      column('title', 'string'),
      column('catalogue', 'string', { required: false, description: 'Opus or catalogue number.' }),
      column('form', 'enum', { enum_values: FORMS, indexed: true }),
      column('year', 'smallint', {
        required: false,
        description:
          'Completed, or where that is not known first published; operas and ballets: first performed.',
      }),
    ],
  },
  {
    name: 'albums',
    description: 'What the store sells.',
    columns: [
      column('title', 'string'),
      column('label', 'string'),
      column('released', 'date'),
      column('price', 'money'),
      column('in_stock', 'boolean', { description: 'What is not in stock is hidden from the public.' }),
    ],
  },
  {
    name: 'tracks',
    description: 'What is on an album: one movement, act or song of a work.',
    columns: [
      reference('album_id'),
      reference('work_id'),
      column('position', 'smallint'),
      column('seconds', 'integer'),
      column('bytes', 'bigint', { description: 'Size of the master file.' }),
    ],
  },
  {
    name: 'customers',
    description: 'Who buys.',
    columns: [
      column('name', 'string'),
      column('email', 'email', { unique: true }),
      column('phone', 'phone', { unique: true }),
      column('city', 'string'),
    ],
  },
  {
    name: 'orders',
    description: 'What was bought at one time.',
    columns: [
      reference('customer_id'),
      column('status', 'enum', { enum_values: STATUSES, default_value: 'pending', indexed: true }),
      column('placed_at', 'timestamp', { indexed: true }),
      column('total', 'money', { description: 'The sum of the lines.' }),
    ],
  },
  {
    name: 'order_lines',
    description: 'One album of an order.',
    columns: [
      reference('order_id'),
      reference('album_id'),
      column('quantity', 'smallint'),
      column('unit_price', 'money'),
    ],
  },
]

function relate(
  from: TableName,
  column: string,
  to: TableName,
  onDelete: Relationship['on_delete'],
): Relationship {
  return { from_table: from, from_column: column, to_table: to, to_column: 'id', on_delete: onDelete }
}

/** RELATIONSHIPS are the foreign keys. */
export const RELATIONSHIPS: readonly Relationship[] = [
  relate('works', 'composer_id', 'composers', 'restrict'),
  relate('tracks', 'album_id', 'albums', 'cascade'),
  relate('tracks', 'work_id', 'works', 'restrict'),
  relate('orders', 'customer_id', 'customers', 'restrict'),
  relate('order_lines', 'order_id', 'orders', 'cascade'),
  relate('order_lines', 'album_id', 'albums', 'restrict'),
]

/**
 * POLICIES let everyone read the catalogue. Customers and orders have none: a secret key may do all with them, a
 * publishable key nothing.
 */
export const POLICIES: readonly Policy[] = [
  { table: 'composers', action: 'select', subject: 'public', effect: 'allow' },
  { table: 'works', action: 'select', subject: 'public', effect: 'allow' },
  { table: 'tracks', action: 'select', subject: 'public', effect: 'allow' },
  { table: 'albums', action: 'select', subject: 'public', effect: 'allow', condition: 'in_stock' },
]

/** wholeTables returns the body of POST /tables for each table: with its foreign keys and policies, after the tables that it refers to. */
export function wholeTables() {
  return TABLES.map((table) => ({
    ...table,
    relationships: RELATIONSHIPS.filter(({ from_table }) => from_table === table.name).map(
      ({ from_table: _table, ...relationship }) => relationship,
    ),
    policies: POLICIES.filter((policy) => policy.table === table.name).map(
      ({ table: _table, ...policy }) => policy,
    ),
  }))
}
