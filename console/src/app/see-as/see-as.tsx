// Tables, SQL and GraphQL as somebody else sees them: the switch in the header, and the bar that says so.
import { useMatches, useNavigate } from '@tanstack/react-router'
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

const SCREENS = ['tables', 'sql', 'graphql'] as const

interface RouteMatch {
  readonly routeId: string
  readonly params: object
  readonly search: object
}

/** useSeen returns the project of the screen, and as whom it is seen, where a screen is open that can be seen as others. */
function useSeen() {
  const seen = useMatches({ select: seenIn, structuralSharing: true })
  const navigate = useNavigate()
  if (seen === undefined) return undefined
  const { projectId, screen, table } = seen
  const change = (as: string | undefined) =>
    // Of a table another caller may see neither the row that is open nor a column that is filtered by.
    screen === 'tables'
      ? navigate({ to: '/projects/$projectId/tables', params: { projectId }, search: { table, as } })
      : navigate({ to: '.', search: (now) => ({ ...now, as }) })
  return { ...seen, change }
}

function seenIn(matches: readonly RouteMatch[]) {
  for (const { routeId, params, search } of matches) {
    const screen = SCREENS.find((name) => routeId === `/signed-in/projects/$projectId/${name}`)
    if (screen === undefined) continue
    const { as, table } = search as { as?: string; table?: string }
    return { screen, as, table, projectId: (params as { projectId: string }).projectId }
  }
  return undefined
}

/** SeeAs opens the choice of a caller; it is shown on these screens alone, to who may act as others. */
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
