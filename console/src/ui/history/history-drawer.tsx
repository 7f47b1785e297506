// What the viewer has run lately, to open again.
import { useState } from 'react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'
import classes from './history.module.css'
import { messages } from './messages.ts'

/** HistoryEntry is one run; `text` is what has run, `note` what has come of it. */
export interface HistoryEntry {
  readonly at: string
  readonly ms: number
  readonly text: string
  readonly note?: string | undefined
  readonly error?: string | undefined
}

/** HistoryDrawer lists the runs; `entries` is undefined while they are loaded. */
export function HistoryDrawer({
  entries,
  error,
  onRetry,
  onOpen,
  onClear,
  onClose,
}: {
  readonly entries: readonly HistoryEntry[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onOpen: (at: string) => void
  readonly onClear: () => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const [search, setSearch] = useState('')
  const wanted = search.toLowerCase()
  const found = entries?.filter(({ text }) => text.toLowerCase().includes(wanted))
  const footer = (
    <Button disabled={!entries?.length} onClick={onClear}>
      {m.clear}
    </Button>
  )
  return (
    <Drawer open title={m.title} about={m.about} onClose={onClose} footer={footer}>
      {error === null ? null : <ErrorState error={error} onRetry={onRetry} />}
      {found === undefined && error === null ? <Skeleton /> : null}
      {entries?.length === 0 ? <EmptyState title={m.none} /> : null}
      {found === undefined || entries?.length === 0 ? null : (
        <>
          <SearchInput label={common.actions.search} value={search} onChange={setSearch} />
          {found.length === 0 ? <EmptyState title={common.states.nothing} /> : null}
          <ul className={classes.list}>
            {found.map(({ at, ms, text, note, error }) => (
              <li key={at}>
                <button type="button" onClick={() => onOpen(at)}>
                  <code>{text}</code>
                </button>
                <p className={classes.note}>
                  <Moment iso={at} relative />
                  {` · ${m.milliseconds(format.number(ms))}`}
                  {note === undefined ? '' : ` · ${note}`}
                </p>
                {error === undefined ? null : <p className={classes.refusal}>{error}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}
