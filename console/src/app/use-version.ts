// The server may be exchanged for another version while the console is open: then the page is loaded again, once, unless something
// that was typed would be lost.
import { useEffect, useEffectEvent } from 'react'
import { useMessages } from '#i18n/language.tsx'
import { hasUnsaved } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { messages } from './messages.ts'

const PAGE = '/console/'
const SCRIPT = 'script[type=module][src]'
// Which script the page was loaded again for, and whether that is still to be said.
const RELOADED = 'msingi:reloaded'
const SAYING = 'msingi:reloaded:say'
const BETWEEN_MS = 60_000

function scriptOf(page: Document): string | null | undefined {
  return page.querySelector(SCRIPT)?.getAttribute('src')
}

/** useVersion asks which console the server has when code cannot be loaded, the line is back, or somebody returns to the page. */
export function useVersion(): void {
  const m = useMessages(messages)
  const reload = useEffectEvent((script: string) => {
    if (sessionStorage.getItem(RELOADED) === script) return
    if (hasUnsaved()) return toast(m.version.other, m.version.saveFirst)
    sessionStorage.setItem(RELOADED, script)
    sessionStorage.setItem(SAYING, 'yes')
    location.reload()
  })
  const say = useEffectEvent(() => {
    if (sessionStorage.getItem(SAYING) === null) return
    sessionStorage.removeItem(SAYING)
    toast(m.version.other, m.version.reloaded)
  })
  useEffect(() => {
    say()
    let last = Number.NEGATIVE_INFINITY
    const check = async () => {
      const answer = await fetch(PAGE, { headers: { accept: 'text/html' } }).catch(() => undefined)
      if (answer?.ok !== true) return
      const script = scriptOf(new DOMParser().parseFromString(await answer.text(), 'text/html'))
      if (script && script !== scriptOf(document)) reload(script)
    }
    const now = () => void check()
    const sometimes = () => {
      if (document.hidden || performance.now() - last < BETWEEN_MS) return
      last = performance.now()
      now()
    }
    addEventListener('vite:preloadError', now)
    addEventListener('online', now)
    document.addEventListener('visibilitychange', sometimes)
    return () => {
      removeEventListener('vite:preloadError', now)
      removeEventListener('online', now)
      document.removeEventListener('visibilitychange', sometimes)
    }
  }, [])
}
