// The parts of a screen: each with its title, what it is for, and its main action.
import type { ReactNode } from 'react'
import { Card } from './page-header.tsx'
import classes from './section.module.css'

/** Sections stacks the parts of a screen. */
export function Sections({ children }: { readonly children: ReactNode }) {
  return <div className={classes.sections}>{children}</div>
}

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

/** Note is a sentence in a Section, in place of a list or a form. */
export function Note({ children }: { readonly children: ReactNode }) {
  return <p className={classes.note}>{children}</p>
}
