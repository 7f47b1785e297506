// The fields of a form that say which events are received, of which rows, and in which order.

import { useMessages } from '#i18n/language.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { EventPicker } from './event-picker.tsx'
import { messages } from './messages.ts'

/** EventDraft is what they hold; an empty filter is none. */
export interface EventDraft {
  readonly events: readonly string[]
  readonly filter: string
  readonly ordered: boolean
}

/** eventDraftOf returns the fields of what receives events, or of what is new. */
export function eventDraftOf(receiver?: {
  readonly events: readonly string[]
  readonly filter: string | null
  readonly ordered: boolean
}): EventDraft {
  const { events = [], filter = null, ordered = false } = receiver ?? {}
  return { events, filter: filter ?? '', ordered }
}

/** eventBodyOf returns the fields as the API takes them. */
export function eventBodyOf({ events, filter, ordered }: EventDraft) {
  return { events: [...events], filter: filter.trim() === '' ? null : filter, ordered }
}

/** EventFields changes an EventDraft. */
export function EventFields({
  projectId,
  draft,
  change,
}: {
  readonly projectId: string
  readonly draft: EventDraft
  readonly change: (part: Partial<EventDraft>) => void
}) {
  const m = useMessages(messages)
  return (
    <>
      <EventPicker projectId={projectId} events={draft.events} onChange={(events) => change({ events })} />
      <Field label={m.filter} name="filter" hint={m.filterHint}>
        <Input
          autoComplete="off"
          spellCheck={false}
          value={draft.filter}
          onValueChange={(filter) => change({ filter })}
        />
      </Field>
      <Checkbox
        label={m.ordered}
        hint={m.orderedHint}
        checked={draft.ordered}
        onChange={(ordered) => change({ ordered })}
      />
    </>
  )
}
