// A change as SQL, before it is made.
import { type ReactNode, useState } from 'react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './sql-review.module.css'

/** SqlReviewProps are the statements of a change, or why it is refused; with `name`, it is to be typed first. */
export interface SqlReviewProps {
  readonly title: string
  readonly action: string
  readonly about?: string
  readonly name?: string | undefined
  readonly danger?: boolean
  readonly sql: string | undefined
  readonly milliseconds: number | undefined
  readonly error: (Error & { readonly errors?: readonly string[] }) | null
  /** onForce offers the change in spite of the refusal. */
  readonly onForce?: (() => void) | undefined
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** SqlReview shows the statements of a change and makes it. */
export function SqlReview({
  title,
  action,
  about,
  name,
  danger = name !== undefined,
  sql,
  milliseconds,
  error,
  onForce,
  busy,
  onConfirm,
  onClose,
  children,
}: SqlReviewProps) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [typed, setTyped] = useState('')
  const ready = sql !== undefined && (name === undefined || typed.trim() === name.trim())
  const footer = (
    <>
      <Button onClick={onClose}>{m.back}</Button>
      {error !== null && onForce !== undefined ? (
        <Button kind="danger" onClick={onForce}>
          {m.force}
        </Button>
      ) : (
        <Button kind={danger ? 'danger' : 'primary'} disabled={!ready} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open title={title} about={about ?? m.about} onClose={onClose} footer={footer}>
      {children}
      {sql === undefined && error === null ? <Skeleton /> : null}
      {error === null ? null : (
        <div role="alert" className={classes.refused}>
          {(error.errors ?? [error.message]).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {sql === undefined ? null : (
        <>
          {sql === '' ? <p>{m.none}</p> : <CodeEditor label={m.sql} value={sql} language="sql" readOnly />}
          {milliseconds === undefined ? null : <p className={classes.note}>{m.lock(milliseconds)}</p>}
          {name === undefined ? null : (
            <Field label={common.confirm.type(name)}>
              <Input value={typed} onValueChange={setTyped} autoComplete="off" />
            </Field>
          )}
        </>
      )}
    </Dialog>
  )
}
