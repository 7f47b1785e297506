// What is pressed between a click and the list that it opens. It would go to the button and be lost: it is kept, and pressed again
// where the focus comes to.

const isWritten = (key: string) => key.length === 1

// Those that a list or a field takes. All others, such as F5, are the browser's.
const TAKEN = /^(?:Enter|Backspace|Arrow\w+|Home|End|Page\w+)$/

// Whoever has waited for so long means what is there.
const LONGEST_MS = 5000

/**
 * keepKeys keeps keys until the focus has come to anything but the button, and presses them there. Esc and Tab leave before that,
 * which `onLeave` is called for. It ends by itself after some seconds. Returns a function that stops it.
 */
export function keepKeys(
  isButton: (element: EventTarget | null) => boolean,
  onLeave: () => void,
): () => void {
  const over = new AbortController()
  const { signal } = over
  const kept: KeyboardEvent[] = []
  let isThere = false
  const stop = () => over.abort()
  const timer = setTimeout(stop, LONGEST_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  const keep = (event: KeyboardEvent) => {
    const { key, isTrusted, isComposing, ctrlKey, metaKey, altKey } = event
    if (!isTrusted || isComposing || ctrlKey || metaKey || altKey) return
    if (key === 'Escape' || key === 'Tab') {
      stop()
      return onLeave()
    }
    if (!isWritten(key) && !TAKEN.test(key)) return
    event.preventDefault()
    event.stopPropagation()
    // Pressed again while nothing is there, it is meant for the button: it chooses nothing that nobody has seen.
    if (!isThere && kept.length === 0 && (key === 'Enter' || key === ' ')) return
    // Enter that is still held down has opened the list.
    if (isWritten(key) || !event.repeat) kept.push(event)
  }
  const arrive = ({ target }: FocusEvent) => {
    const isGuard = target instanceof Element && target.matches('[data-base-ui-focus-guard]')
    if (isThere || isGuard || isButton(target)) return
    isThere = true
    setTimeout(next)
  }
  // One after the other: what a key changes is drawn before the next one. More may have come meanwhile.
  const next = () => {
    if (signal.aborted) return
    const event = kept.shift()
    if (event === undefined) return stop()
    press(event)
    setTimeout(next)
  }
  addEventListener('keydown', keep, { capture: true, signal })
  addEventListener('focusin', arrive, { signal })
  // Whoever goes elsewhere means what is there.
  addEventListener('pointerdown', stop, { capture: true, signal })
  return stop
}

function press({ key, code, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement
  if (!(target instanceof HTMLElement)) return
  const options = { key, code, shiftKey, bubbles: true, cancelable: true }
  const isTaken = !target.dispatchEvent(new KeyboardEvent('keydown', options))
  // What a browser does by itself, it does for real keys alone.
  if (!isTaken && target instanceof HTMLInputElement) {
    if (isWritten(key)) document.execCommand('insertText', false, key)
    else if (key === 'Backspace') document.execCommand('delete')
  } else if (!isTaken && key === 'Enter' && target.matches('a, button')) target.click()
  target.dispatchEvent(new KeyboardEvent('keyup', options))
}
