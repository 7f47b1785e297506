// Two parts of a screen, one above the other, with a line between them that is moved.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import classes from './split.module.css'

const LEAST = 0.15
const MOST = 0.85
const STEP = 0.05

const within = (share: number) => Math.min(Math.max(share, LEAST), MOST)

/**
 * Split shows `above` over `below`; `share` is how much of the height the upper part takes, from 0 to 1. The line is dragged, moved by ↑, ↓,
 * Home and End, and `onChange` gets where it was left. On narrow screens the parts follow one another.
 */
export function Split({
  label,
  share,
  onChange,
  above,
  below,
}: {
  readonly label: string
  readonly share: number
  readonly onChange: (share: number) => void
  readonly above: ReactNode
  readonly below: ReactNode
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<number>()
  // The line can be dropped before the last move is drawn.
  const last = useRef<number>(undefined)
  const shown = within(dragged ?? share)
  const press = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowUp: shown - STEP,
      ArrowDown: shown + STEP,
      Home: LEAST,
      End: MOST,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(within(next))
  }
  const drag = ({ clientY, currentTarget, pointerId }: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (box === undefined || !currentTarget.hasPointerCapture(pointerId)) return
    last.current = within((clientY - box.top) / box.height)
    setDragged(last.current)
  }
  const drop = () => {
    if (last.current !== undefined) onChange(last.current)
    last.current = undefined
    setDragged(undefined)
  }
  return (
    <div
      ref={frame}
      className={classes.split}
      style={{ gridTemplateRows: `minmax(0, ${shown}fr) auto minmax(0, ${1 - shown}fr)` }}
    >
      <div className={classes.part}>{above}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuenow={Math.round(shown * 100)}
        aria-valuemin={LEAST * 100}
        aria-valuemax={MOST * 100}
        className={classes.line}
        onKeyDown={press}
        onPointerDown={({ currentTarget, pointerId, button }) =>
          button === 0 ? currentTarget.setPointerCapture(pointerId) : undefined
        }
        onPointerMove={drag}
        onLostPointerCapture={drop}
      />
      <div className={classes.part}>{below}</div>
    </div>
  )
}
