// What stands in place of content: nothing there yet, not loaded, loading.
import { type ReactNode, useEffect, useState } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import classes from './states.module.css'

/** EmptyState says what belongs here, with the one thing to do. */
export function EmptyState({
  icon,
  title,
  hint,
  action,
}: {
  readonly icon?: ReactNode
  readonly title: string
  readonly hint?: string
  readonly action?: ReactNode
}) {
  return (
    <div className={classes.state}>
      {icon === undefined ? null : <div className={classes.icon}>{icon}</div>}
      <p className={classes.title}>{title}</p>
      {hint === undefined ? null : <p className={classes.hint}>{hint}</p>}
      {action}
    </div>
  )
}

/** ErrorState shows the server's own sentences, with a retry. */
export function ErrorState({
  error,
  onRetry,
}: {
  readonly error: Error & { readonly errors?: readonly string[] }
  readonly onRetry: () => void
}) {
  const { common } = useLanguage()
  return (
    <div className={classes.state} role="alert">
      <p className={classes.title}>{common.states.failed}</p>
      {(error.errors ?? [error.message]).map((sentence) => (
        <p key={sentence} className={classes.hint}>
          {sentence}
        </p>
      ))}
      <Button onClick={onRetry}>{common.actions.retry}</Button>
    </div>
  )
}

const PATIENCE_MS = 200

/** Skeleton stands for lines that are loading, once that takes longer than people notice. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  const { common } = useLanguage()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <div className={classes.skeleton} role="status" aria-label={common.states.loading}>
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((key) => (
        <div key={key} className={classes.line} />
      ))}
    </div>
  )
}
