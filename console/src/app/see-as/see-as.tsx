// The table editor as somebody else sees it: the switch in the header, and the bar that says so.
import { useMatch, useNavigate } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#api/organisations/permissions.ts'
import { messages } from '#app/messages.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import classes from './see-as.module.css'

const CallerName = whenShown(async () => (await import('./caller-name.tsx')).CallerName)
const ChooseCaller = whenShown(async () => (await import('./choose-caller.tsx')).ChooseCaller)

/** useSeen returns the project whose tables are open, and whose rows of them are shown where that is somebody else's. */
function useSeen() {
  const match = useMatch({ from: '/signed-in/projects/$projectId/tables', shouldThrow: false })
  const navigate = useNavigate()
  if (match === undefined) return undefined
  const { projectId } = match.params
  const { as, table } = match.search
  // Another caller may see neither the row that is open nor a column that is filtered by.
  const change = (as: string | undefined) =>
    navigate({ to: '/projects/$projectId/tables', params: { projectId }, search: { table, as } })
  return { projectId, as, change }
}

/** SeeAs opens the choice of a caller; it is shown in the table editor alone, to who may act as others. */
export function SeeAs() {
  const m = useMessages(messages)
  const seen = useSeen()
  const may = useMay(seen?.projectId)
  const [open, setOpen] = useState(false)
  if (seen === undefined || !may('data:write') || !may('policies:read')) return null
  const choose = (as: string) => {
    setOpen(false)
    void seen.change(as)
  }
  return (
    <>
      <Button aria-label={m.seeAs.action} onClick={() => setOpen(true)}>
        <Eye aria-hidden />
        <span className={classes.label}>{m.seeAs.action}</span>
      </Button>
      {open ? (
        <ChooseCaller projectId={seen.projectId} onChoose={choose} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

/** SeeAsBar says whose view is shown, as long as it is. */
export function SeeAsBar() {
  const m = useMessages(messages)
  const seen = useSeen()
  if (seen?.as === undefined) return null
  return (
    <section className={classes.bar} aria-label={m.seeAs.action}>
      <Eye aria-hidden />
      <p role="status">
        <strong>
          <CallerName key={seen.as} projectId={seen.projectId} caller={seen.as} />
        </strong>{' '}
        {m.seeAs.barHint}
      </p>
      <Button onClick={() => void seen.change(undefined)}>{m.seeAs.stop}</Button>
    </section>
  )
}
