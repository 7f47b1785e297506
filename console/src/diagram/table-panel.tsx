// What can be done with the table that is selected in the diagram.
import { ChevronsDownUp, ChevronsUpDown, EyeOff, Link2, Move, Table2, Waypoints } from 'lucide-react'
import type { DiagramNode } from '#api/client/schemas.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import type { Placed } from './arrangement.ts'
import classes from './diagram.module.css'
import { messages } from './messages.ts'

/** TablePanel stands below the diagram; `onLink` is there for those who may add relationships. */
export function TablePanel({
  selected,
  near,
  folded,
  moving,
  onMove,
  onOpen,
  onNear,
  onArrange,
  onLink,
}: {
  readonly selected: DiagramNode
  readonly near: boolean
  readonly folded: boolean
  readonly moving: boolean
  readonly onMove: () => void
  readonly onOpen: () => void
  readonly onNear: () => void
  readonly onArrange: (placed: Partial<Placed>) => void
  readonly onLink: (() => void) | undefined
}) {
  const m = useMessages(messages)
  return (
    <section className={classes.panel} aria-label={selected.name}>
      <p className={classes.panelName} title={selected.name}>
        {selected.name}
      </p>
      <Button kind="quiet" onClick={onOpen}>
        <Table2 aria-hidden />
        {m.open}
      </Button>
      <Button kind="quiet" aria-pressed={near} onClick={onNear}>
        <Waypoints aria-hidden />
        {m.neighbours}
      </Button>
      {onLink === undefined ? null : (
        <Button kind="quiet" onClick={onLink}>
          <Link2 aria-hidden />
          {m.newRelationship}
        </Button>
      )}
      <Button kind="quiet" onClick={() => onArrange({ folded: !folded })}>
        {folded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
        {folded ? m.unfold : m.fold}
      </Button>
      <Button kind="quiet" aria-pressed={moving} title={m.moveHint} onClick={onMove}>
        <Move aria-hidden />
        {m.move}
      </Button>
      <Button kind="quiet" onClick={() => onArrange({ hidden: true })}>
        <EyeOff aria-hidden />
        {m.hide}
      </Button>
      {moving ? <p role="status">{m.moveHint}</p> : null}
    </section>
  )
}
