// Rows as cards, where a grid would not fit.
import { useEffect, useState } from 'react'
import type { Row } from '#api/data/rows.ts'
import { type GridColumn, shownText } from '#grid/columns.ts'
import type { CellContent } from '#grid/grid-row.tsx'
import { useLanguage } from '#i18n/language.tsx'
import classes from '#screens/tables/tables.module.css'
import { Button } from '#ui/buttons/button.tsx'
import type { Rows } from './use-rows.ts'

const STEP = 20
const MOST_COLUMNS = 5

/** RowCards shows the first columns of each row; a press opens it in full. */
export function RowCards({
  rows: { pages },
  columns,
  content,
  onShow,
  onOpen,
}: {
  readonly rows: Rows
  readonly columns: readonly GridColumn[]
  readonly content: CellContent
  /** onShow is called with the rows that are shown, `end` outside. */
  readonly onShow: (start: number, end: number) => void
  readonly onOpen: (row: Row) => void
}) {
  const { common } = useLanguage()
  const [most, setMost] = useState(STEP)
  useEffect(() => onShow(0, most), [onShow, most])
  const textOfValue = (value: unknown) =>
    value === null ? common.values.null : value === '' ? common.values.empty : shownText(value)
  const count = pages.count ?? 0
  const shown = Array.from({ length: Math.min(most, count) }, (_, index) => pages.rowAt(index) ?? []).flat()
  const named = columns.filter(({ readOnly, name }) => !readOnly || name === 'id')
  const first = (named.length > 1 ? named.filter(({ name }) => name !== 'id') : columns).slice(
    0,
    MOST_COLUMNS,
  )
  return (
    <ul className={classes.cards}>
      {shown.map((row) => (
        <li key={row.id}>
          <button type="button" className={classes.card} onClick={() => onOpen(row)}>
            {first.map((column) => (
              <span key={column.name}>
                <small>{column.name}</small>
                {content(column, row[column.name]) ?? <bdi>{textOfValue(row[column.name])}</bdi>}
              </span>
            ))}
          </button>
        </li>
      ))}
      {most < count ? (
        <li>
          <Button onClick={() => setMost(most + STEP)}>{common.actions.more}</Button>
        </li>
      ) : null}
    </ul>
  )
}
