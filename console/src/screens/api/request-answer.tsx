// What a request has answered, and the events of a stream.
import { indentJson } from '#api/client/exact-json.ts'
import type { KeyAnswer } from '#api/data/as-key.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Badge } from '#ui/page/badge.tsx'
import classes from './api.module.css'
import { messages } from './messages.ts'
import type { Heard } from './use-request-run.ts'

/** Answer shows the status, the headers and the body. */
export function Answer({ answer }: { readonly answer: KeyAnswer }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { status, ms, headers, text } = answer
  const tone = status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'
  return (
    <section className={classes.answer} aria-label={m.answer}>
      <p className={classes.route} role="status">
        <Badge tone={tone}>{status}</Badge>
        <span className={classes.note}>{m.took(format.number(ms))}</span>
      </p>
      <details>
        <summary>{m.headers}</summary>
        <pre>{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</pre>
      </details>
      {text === '' ? (
        <p className={classes.note}>{m.empty}</p>
      ) : (
        <CodeEditor label={m.answer} language="json" value={indentJson(text)} readOnly />
      )}
    </section>
  )
}

/** Events shows what is heard, the latest first. */
export function Events({ events }: { readonly events: readonly Heard[] }) {
  const m = useMessages(messages)
  return (
    <section className={classes.answer} aria-label={m.events} aria-live="polite">
      {events.length === 0 ? <p className={classes.note}>{m.listening}</p> : null}
      <ol className={classes.events}>
        {events.map(({ at, data }) => (
          <li key={at}>
            <pre>{indentJson(data)}</pre>
          </li>
        ))}
      </ol>
    </section>
  )
}
