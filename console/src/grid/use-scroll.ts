// Follows the scroller of a grid: which rows and columns are in it, and how to bring others there.
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Extent, heightOf, movedTo, type Scroll, START, scrolledTo } from './geometry.ts'

const IDLE_MS = 150

/** Viewport is what of the grid is seen, in px; `height` is without the header. */
export interface Viewport {
  readonly scroll: Scroll
  readonly left: number
  readonly width: number
  readonly height: number
  /** scrollTo brings a place of the rows to the top, and one of the columns to the left. */
  scrollTo(top: number, left: number): void
}

/** useScroll returns the viewport of a scroller whose rows are `content` px high, below a header. */
export function useScroll(ref: RefObject<HTMLElement | null>, content: number, header: number): Viewport {
  const [scroll, setScroll] = useState(START)
  const [left, setLeft] = useState(0)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const latest = useRef({ scroll, extent: { content, viewport: size.height } as Extent })
  latest.current.extent = { content, viewport: size.height }

  const keep = useCallback((next: Scroll) => {
    latest.current.scroll = next
    setScroll(next)
  }, [])

  const place = useCallback(
    (top: number) => {
      const element = ref.current
      if (element === null) return
      const next = scrolledTo(top, latest.current.extent)
      element.scrollTop = next.bar
      keep({ top: next.top, bar: element.scrollTop })
    },
    [ref, keep],
  )

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    let idle: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      const { scroll, extent } = latest.current
      setLeft(element.scrollLeft)
      if (element.scrollTop === scroll.bar) return
      keep(movedTo(element.scrollTop, scroll, extent))
      clearTimeout(idle)
      // Small moves are not to scale: the bar is put where it belongs once it rests.
      if (heightOf(extent.content) < extent.content)
        idle = setTimeout(() => place(latest.current.scroll.top), IDLE_MS)
    }
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: Math.max(0, element.clientHeight - header) }),
    )
    observer.observe(element)
    element.addEventListener('scroll', follow, { passive: true })
    return () => {
      clearTimeout(idle)
      observer.disconnect()
      element.removeEventListener('scroll', follow)
    }
  }, [ref, header, keep, place])

  const scrollTo = useCallback(
    (top: number, left: number) => {
      place(top)
      if (ref.current !== null) ref.current.scrollLeft = left
    },
    [ref, place],
  )
  return { scroll, left, ...size, scrollTo }
}
