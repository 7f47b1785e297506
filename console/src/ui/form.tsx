// A form on a screen, which warns before what was typed is lost.
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import classes from './section.module.css'
import { useUnsaved } from './unsaved.ts'

/** FormProps say what is filled in; `dirty` is whether it differs from what is stored. */
export interface FormProps {
  readonly onSubmit: () => void
  readonly dirty: boolean
  readonly busy: boolean
  readonly action: string
  readonly children: ReactNode
}

/** Form is sent by its button or by Enter, once it is dirty. */
export function Form({ onSubmit, dirty, busy, action, children }: FormProps) {
  // What is being saved is no longer lost: whoever saves may leave at once.
  useUnsaved(dirty && !busy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      {children}
      <Button type="submit" kind="primary" busy={busy} disabled={!dirty || busy}>
        {action}
      </Button>
    </form>
  )
}
