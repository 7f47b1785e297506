// The state of the table editor, as the address has it.
import { callerOf } from '#api/data/seen-as.ts'

const PANELS = ['filter', 'columns', 'views', 'import'] as const

/** Panel is what is open above or beside the rows. */
export type Panel = (typeof PANELS)[number]

/** TablesSearch is the state of a view: any of it can be sent to a colleague. */
export interface TablesSearch {
  readonly table?: string | undefined
  /** where and order are in the grammar of the API. */
  readonly where?: string | undefined
  readonly order?: string | undefined
  readonly deleted?: 'only' | undefined
  /** columns are names of columns in their order, each with `.` and its width where that was changed. */
  readonly columns?: string | undefined
  /** frozen is how many columns stay at the left. */
  readonly frozen?: number | undefined
  /** labels are names of columns that refer to rows, each with `.` and the column that these are known by. */
  readonly labels?: string | undefined
  /** row is the id of the row that is open, or `new`. */
  readonly row?: string | undefined
  /** create is whether the form of a new table is open. */
  readonly create?: true | undefined
  readonly panel?: Panel | undefined
  /** as is whose rows are shown, such as `user:<id>`: nothing can be changed then. */
  readonly as?: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** tablesSearchOf reads the address, and leaves out what it does not know. */
export function tablesSearchOf({
  panel,
  deleted,
  frozen,
  create,
  ...raw
}: Record<string, unknown>): TablesSearch {
  const as = callerOf(raw.as)
  return {
    table: text(raw.table),
    where: text(raw.where),
    order: text(raw.order),
    // Deleted rows are nobody else's to see.
    deleted: deleted === 'only' && as === undefined ? deleted : undefined,
    columns: text(raw.columns),
    frozen: Number.isInteger(frozen) ? (frozen as number) : undefined,
    labels: text(raw.labels),
    row: text(raw.row),
    create: create === true || undefined,
    panel: PANELS.find((one) => one === panel),
    as,
  }
}
