// A form on a screen, which warns before what was typed is lost.
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import classes from '#ui/page/section.module.css'
import { useUnsaved } from './unsaved.ts'

/**
 * FormProps say what is filled in; `dirty` is whether it differs from what is stored, `ready` whether it can be sent. A form
 * without an action cannot be sent at all, such as that of a viewer. With `wide` it is as wide as its section.
 */
export interface FormProps {
  readonly onSubmit: () => void
  readonly dirty: boolean
  readonly ready?: boolean
  readonly busy: boolean
  readonly action: string | undefined
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Form is sent by its button or by Enter, once it is dirty. */
export function Form({ onSubmit, dirty, ready = true, busy, action, wide = false, children }: FormProps) {
  // What is being saved is no longer lost: whoever saves may leave at once.
  useUnsaved(dirty && !busy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dirty && ready) onSubmit()
  }
  return (
    <form className={`${classes.form} ${wide ? classes.wide : ''}`} onSubmit={submit}>
      {children}
      {action === undefined ? null : (
        <Button type="submit" kind="primary" busy={busy} disabled={!dirty || !ready || busy}>
          {action}
        </Button>
      )}
    </form>
  )
}
