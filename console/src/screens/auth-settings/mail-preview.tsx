// A message as its reader sees it: the HTML in a frame without an origin, in which no script of it runs.
import { useEffect, useRef } from 'react'
import { useMessages } from '#i18n/language.tsx'
import classes from './auth.module.css'
import { messages } from './messages.ts'

const FRAME = '/console/preview'

/** MailPreview shows the plain text, and the HTML where there is any. */
export function MailPreview({ text, html }: { readonly text: string; readonly html: string | null }) {
  const m = useMessages(messages)
  return (
    <div className={classes.preview}>
      {html === null ? null : (
        <section aria-label={m.preview.html}>
          <h3>{m.preview.html}</h3>
          <HtmlFrame html={html} />
        </section>
      )}
      <section aria-label={m.preview.text}>
        <h3>{m.preview.text}</h3>
        <p className={classes.plain}>{text}</p>
      </section>
    </div>
  )
}

function HtmlFrame({ html }: { readonly html: string }) {
  const m = useMessages(messages)
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(html)
  latest.current = html
  useEffect(() => {
    // The frame asks once it can listen; it has no origin that could be named.
    const answer = ({ source }: MessageEvent) => {
      if (source !== null && source === frame.current?.contentWindow)
        frame.current.contentWindow.postMessage(latest.current, '*')
    }
    addEventListener('message', answer)
    return () => removeEventListener('message', answer)
  }, [])
  useEffect(() => frame.current?.contentWindow?.postMessage(html, '*'), [html])
  return (
    <iframe
      ref={frame}
      src={FRAME}
      sandbox="allow-scripts"
      title={m.preview.html}
      className={classes.frame}
    />
  )
}
