// The colour of a project as a dot; its name stands beside it.
import classes from './color-dot.module.css'

/** ColorDot is nothing without a colour. */
export function ColorDot({ color }: { readonly color: string | null }) {
  if (color === null) return null
  return <span className={classes.dot} style={{ background: `var(--project-${color})` }} aria-hidden />
}
