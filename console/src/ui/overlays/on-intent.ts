// Code that is loaded when the pointer or the focus comes to the button that needs it. The first click is not lost, nor are the
// keys behind it: the button keeps them until the code is there.
import {
  type KeyboardEvent,
  type PointerEvent as PointerEventOf,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { keepKeys } from './early-keys.ts'

/** Deferred is code that is loaded once. */
export interface Deferred<Code> {
  /** loaded is the code, or undefined before it is there. */
  loaded: Code | undefined
  load(): Promise<Code>
}

/** deferred returns code that `fetch` loads; after a failure it is tried again. */
export function deferred<Code>(fetch: () => Promise<Code>): Deferred<Code> {
  let pending: Promise<Code> | undefined
  const load = async () => {
    try {
      code.loaded = await fetch()
      return code.loaded
    } catch (error) {
      pending = undefined
      throw error
    }
  }
  const code: Deferred<Code> = {
    loaded: undefined,
    load: () => {
      pending ??= load()
      return pending
    },
  }
  return code
}

/** onIntent returns the handlers of a button that loads code before it is clicked. */
export function onIntent(code: Deferred<unknown>) {
  // Whoever only passes by is told of no failure; a click tries again.
  const prepare = () => void code.load().catch(() => undefined)
  return { onPointerEnter: prepare, onFocus: prepare }
}

/** Intent is the code of an overlay, and what its button needs: `before` until the code is there, `ref` always. */
export interface Intent<Code> {
  readonly loaded: Code | undefined
  /** wanted is true where the button was used before the code was there: then the overlay begins open. */
  readonly wanted: boolean
  readonly ref: RefCallback<HTMLElement>
  readonly before: {
    readonly onPointerEnter: () => void
    readonly onFocus: () => void
    readonly onPointerDown: (event: PointerEventOf) => void
    readonly onClick: () => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

// A hand is not still.
const SLACK_PX = 8

/** useIntent loads code on intent. The button that takes the place of the first one takes its focus as well. */
export function useIntent<Code extends object>(code: Deferred<Code>): Intent<Code> {
  const [loaded, setLoaded] = useState(code.loaded)
  const [wanted, setWanted] = useState(false)
  // A button that is exchanged between press and release would get no click.
  const pressed = useRef(false)
  const focused = useRef(false)
  const shown = useRef<HTMLElement>(undefined)
  const dropKeys = useRef<() => void>(undefined)
  useEffect(() => () => dropKeys.current?.(), [])
  const ref = useCallback((button: HTMLElement | null) => {
    if (button === null) return
    shown.current = button
    if (focused.current) button.focus()
    return () => {
      focused.current = document.activeElement === button
    }
  }, [])
  const prepare = () => {
    // At once: drawn a moment later, the exchange could come between press and release after all.
    const arrive = (code: Code) => pressed.current || flushSync(() => setLoaded(code))
    // Whoever only passes by is told of no failure; a click tries again.
    code.load().then(arrive, () => undefined)
  }
  const open = () => {
    pressed.current = false
    setWanted(true)
    dropKeys.current?.()
    dropKeys.current = keepKeys(
      (element) => element === shown.current,
      () => setWanted(false),
    )
    const fail = (error: unknown) => {
      dropKeys.current?.()
      setLoaded(() => {
        throw error
      })
    }
    // The click is over by then: to what has just opened it would be one beside it.
    code.load().then((code) => setTimeout(() => setLoaded(code)), fail)
  }
  // A list that arrives above moves the button away from under the pointer: then it gets no click.
  const press = ({ button, clientX, clientY }: PointerEventOf) => {
    if (button !== 0) return
    pressed.current = true
    const over = new AbortController()
    const end = (event: PointerEvent) => {
      over.abort()
      pressed.current = false
      const moved = Math.hypot(event.clientX - clientX, event.clientY - clientY)
      if (event.type === 'pointerup' && moved < SLACK_PX) open()
    }
    for (const type of ['pointerup', 'pointercancel'] as const)
      addEventListener(type, end, { signal: over.signal })
  }
  const before = {
    onPointerEnter: prepare,
    onFocus: prepare,
    onPointerDown: press,
    onClick: open,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'ArrowDown' || key === 'ArrowUp') open()
    },
  }
  return { loaded, wanted, ref, before }
}
