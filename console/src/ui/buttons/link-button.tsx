// A name in a list that opens what it names.
import type { ReactNode } from 'react'
import classes from './link-button.module.css'

/** LinkButton looks like a link, and opens something on the same page. */
export function LinkButton({
  onClick,
  children,
}: {
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className={classes.link} onClick={onClick}>
      {children}
    </button>
  )
}
