// The box that chooses a file or folder.
import type { ListEntry } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/storage/messages.ts'
import classes from '#screens/storage/storage.module.css'

/** Choose adds an entry to the chosen ones, or takes it out. */
export function Choose({
  entry,
  chosen,
  onChoose,
}: {
  readonly entry: ListEntry
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}) {
  const m = useMessages(messages)
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(entry.name)) next.add(entry.name)
    onChoose(next)
  }
  return (
    <input
      type="checkbox"
      className={classes.choose}
      aria-label={m.choose(entry.name)}
      checked={chosen.has(entry.name)}
      onChange={toggle}
    />
  )
}
