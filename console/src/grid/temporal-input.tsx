// The native input of a date or a time, beside the field of its text.
import { useState } from 'react'
import { useMessages } from '#i18n/language.tsx'
import classes from './grid.module.css'
import { messages } from './messages.ts'
import { fromLocal, localOf, type TemporalKind } from './temporal.ts'

const TYPES = { moment: 'datetime-local', date: 'date', time: 'time' } as const

/** TemporalInputProps are the text that is chosen, as the API writes it, and the column that it is for. */
export interface TemporalInputProps {
  readonly kind: TemporalKind
  readonly name: string
  readonly text: string
  /** clears has an emptied input tell of no text. */
  readonly clears?: boolean
  readonly onText: (text: string) => void
}

/** TemporalInput chooses a date or a time, moments in the zone of the viewer. */
export function TemporalInput({ kind, name, text, clears = false, onText }: TemporalInputProps) {
  const m = useMessages(messages)
  // Half a date is none: it stays in the input, and the text as it was, or none.
  const [typed, setTyped] = useState({ local: localOf(kind, text), text })
  const change = (local: string) => {
    const none = clears ? '' : text
    const next = local === '' ? none : fromLocal(kind, local, text)
    setTyped({ local, text: next })
    if (next !== text) onText(next)
  }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (
    <span className={classes.temporal}>
      <input
        type={TYPES[kind]}
        step={kind === 'date' ? undefined : 1}
        aria-label={m.pick(name)}
        value={typed.text === text ? typed.local : localOf(kind, text)}
        onChange={({ target }) => change(target.value)}
      />
      {kind === 'moment' ? <small>{timeZone}</small> : null}
    </span>
  )
}
