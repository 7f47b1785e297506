// What is known about one thing, as titles and values.
import { Fragment, type ReactNode } from 'react'
import classes from './details.module.css'

/** Detail is a title and its value. */
export interface Detail {
  readonly title: string
  readonly value: ReactNode
}

/** Details lists titles with their values. */
export function Details({ items }: { readonly items: readonly Detail[] }) {
  return (
    <dl className={classes.details}>
      {items.map(({ title, value }) => (
        <Fragment key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
