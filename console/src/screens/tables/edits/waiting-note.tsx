// Why edits are not written yet.
import { useLanguage, useMessages } from '#i18n/language.tsx'
import classes from '#screens/tables/tables.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { messages } from './messages.ts'
import type { Edits } from './use-edits.ts'

/** WaitingNote says that the server is away or busy, that `count` changes are kept meanwhile, and tries at once where it is asked to. */
export function WaitingNote({
  edits: { waiting, hurry },
  count,
}: {
  readonly edits: Edits
  readonly count: number
}) {
  const m = useMessages(messages).waiting
  const { format, plural } = useLanguage()
  if (waiting === undefined) return null
  const time = format.time(new Date(waiting.until).toISOString())
  return (
    <div role="alert" className={classes.waiting}>
      <span>
        {m[waiting.reason]} {count === 0 ? null : m.kept(count, time, plural)}
      </span>
      <Button onClick={hurry}>{m.hurry}</Button>
    </div>
  )
}
