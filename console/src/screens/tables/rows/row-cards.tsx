// Rows as cards, where a grid would not fit.
import { useEffect, useState } from 'react'
import type { Row } from '#api/data/rows.ts'
import { type GridColumn, shownText } from '#grid/columns.ts'
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
  onOpen,
}: {
  readonly rows: Rows
  readonly columns: readonly GridColumn[]
  readonly onOpen: (row: Row) => void
}) {
  const { common } = useLanguage()
  const [most, setMost] = useState(STEP)
  useEffect(() => pages.show(0, most), [pages, most])
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
            {first.map(({ name }) => (
              <span key={name}>
                <small>{name}</small>
                <bdi>
                  {row[name] === null
                    ? common.values.null
                    : row[name] === ''
                      ? common.values.empty
                      : shownText(row[name])}
                </bdi>
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
