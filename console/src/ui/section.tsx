// A part of the account: its title, what it is for, and its main action.
import type { ReactNode } from 'react'
import { Card } from '#ui/page-header.tsx'
import classes from './account.module.css'

/** Section frames a list or a form. */
export function Section({
  title,
  about,
  action,
  children,
}: {
  readonly title: string
  readonly about?: string
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className={classes.section}>
      <header>
        <div>
          <h2>{title}</h2>
          {about === undefined ? null : <p>{about}</p>}
        </div>
        {action}
      </header>
      <Card label={title}>{children}</Card>
    </section>
  )
}
