// How many rows there are, whether they are live, and the way to one by its number.
import { useState } from 'react'
import type { Status } from '#api/data/live.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/tables/messages.ts'
import classes from '#screens/tables/tables.module.css'
import { Input } from '#ui/forms/input.tsx'
import type { Rows } from './use-rows.ts'

/** RowCount shows the number of rows; `onGo` takes the index of the row that somebody wants to see. */
export function RowCount({
  rows: { pages },
  status,
  onGo,
}: {
  readonly rows: Rows
  readonly status: Status
  readonly onGo: ((index: number) => void) | undefined
}) {
  const m = useMessages(messages)
  const { format, plural } = useLanguage()
  const [typed, setTyped] = useState('')
  const { count } = pages
  if (count === undefined) return null
  const shown = status === 'live' ? 'live' : status === 'closed' ? 'closed' : 'connecting'
  const go = () => {
    const row = Number(typed)
    if (Number.isInteger(row) && row > 0) onGo?.(Math.min(row, count) - 1)
    setTyped('')
  }
  return (
    <>
      <span className={classes.count}>
        <span
          className={classes.dot}
          data-status={status}
          role="img"
          aria-label={m.live[shown]}
          title={m.live[shown]}
        />
        {m.rows(count, format.number(count), plural)}
      </span>
      {onGo === undefined || count === 0 ? null : (
        <form
          className={classes.go}
          onSubmit={(event) => {
            event.preventDefault()
            go()
          }}
        >
          <Input
            inputMode="numeric"
            aria-label={m.goTo}
            placeholder={m.goTo}
            value={typed}
            onValueChange={setTyped}
          />
        </form>
      )}
    </>
  )
}
