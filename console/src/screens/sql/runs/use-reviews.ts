// The statements of all tabs that are about to write, shown one after the other.
import { useEffect, useRef, useState } from 'react'
import { Review, type Written } from './review.ts'

/** Reviews are those of all tabs; `first` is the one to show. */
export interface Reviews {
  readonly first: Review | undefined
  /** ask resolves to undefined where somebody would not have the statements run, and throws why they are refused. */
  ask(tab: string, sql: string): Promise<Written | undefined>
  /** drop leaves those of a tab that is closed. */
  drop(tab: string): void
}

/** useReviews keeps them while the screen is open. */
export function useReviews(): Reviews {
  const [waiting, setWaiting] = useState<readonly Review[]>([])
  const latest = useRef(waiting)
  const change = (next: readonly Review[]) => {
    latest.current = next
    setWaiting(next)
  }
  useEffect(() => () => leave(latest.current), [])
  return {
    first: waiting[0],
    ask: (tab, sql) => {
      const review = new Review(tab, sql)
      change([...latest.current, review])
      return review.ended.finally(() => change(latest.current.filter((one) => one !== review)))
    },
    drop: (tab) => leave(latest.current.filter((one) => one.tab === tab)),
  }
}

function leave(reviews: readonly Review[]): void {
  for (const review of reviews) review.leave()
}
