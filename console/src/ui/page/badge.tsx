// A word about the state of something.
import type { ReactNode } from 'react'
import classes from './badge.module.css'

/** Badge is a word in a colour; the word alone says what it means. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  readonly children: ReactNode
}) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>
}
