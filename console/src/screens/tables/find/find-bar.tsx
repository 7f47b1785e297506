// The bar of the search in loaded rows.
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { Place } from '#grid/selection.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import classes from '#screens/tables/tables.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { Input } from '#ui/forms/input.tsx'
import { nextOf } from './find-in-rows.ts'
import { messages } from './messages.ts'
import type { Find } from './use-find.ts'

/** FindBar moves through the matches: Enter to the next one, with Shift back, Esc closes it. */
export function FindBar({
  find: { text = '', found, setText },
  active,
  onMove,
  onClose,
}: {
  readonly find: Find
  readonly active: Place
  readonly onMove: (place: Place) => void
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const { common, format } = useLanguage()
  const places = found?.places ?? []
  const at = places.findIndex(({ row, column }) => row === active.row && column === active.column)
  const go = (back: boolean) => {
    const place = nextOf(places, active, back)
    if (place !== undefined) onMove(place)
  }
  const number = format.number
  const rows = number(found?.rows ?? 0)
  const status =
    text.trim() === ''
      ? ''
      : places.length === 0
        ? m.none(rows)
        : m.place(at < 0 ? '–' : number(at + 1), number(places.length), rows)
  return (
    <search className={classes.find}>
      <Input
        autoFocus
        autoComplete="off"
        aria-label={m.field}
        placeholder={m.field}
        value={text}
        onValueChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Escape') return onClose()
          if (event.key !== 'Enter') return
          event.preventDefault()
          go(event.shiftKey)
        }}
      />
      <span role="status">{status}</span>
      <Button kind="quiet" size="icon" aria-label={m.previous} onClick={() => go(true)}>
        <ChevronUp aria-hidden />
      </Button>
      <Button kind="quiet" size="icon" aria-label={m.next} onClick={() => go(false)}>
        <ChevronDown aria-hidden />
      </Button>
      <Button kind="quiet" size="icon" aria-label={common.actions.close} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </search>
  )
}
