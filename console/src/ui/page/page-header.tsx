// The head of a screen, and the frame of its content.
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

/** PageHeader is the title of a screen, a sentence about it, and its main actions. */
export function PageHeader({
  title,
  about,
  actions,
}: {
  readonly title: string
  readonly about?: string
  readonly actions?: ReactNode
}) {
  return (
    <header className={classes.header}>
      <div className={classes.text}>
        <h1>{title}</h1>
        {about === undefined ? null : <p>{about}</p>}
      </div>
      {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
    </header>
  )
}

/** Toolbar is the line above a list: its search and filters. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={classes.toolbar}>{children}</div>
}

/** Card frames a list or a part of a screen. */
export function Card({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={label}>
      {children}
    </section>
  )
}
