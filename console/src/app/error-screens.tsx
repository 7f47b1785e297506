// What is shown where a screen fails or does not exist.
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '#api/api-error.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'

/** CrashScreen shows what the server refused, or that the screen itself has failed. */
export function CrashScreen({ error }: ErrorComponentProps) {
  const { m } = useLanguage()
  const router = useRouter()
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={() => router.invalidate()} />
  const reload = (
    <Button kind="primary" onClick={() => location.reload()}>
      {m.common.states.reload}
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState title={m.common.states.crashed} hint={m.common.states.crashedHint} action={reload} />
      <EmptyState title={String(error)} />
    </div>
  )
}

/** MissingScreen is the page of an address that leads nowhere. */
export function MissingScreen() {
  const { m } = useLanguage()
  const home = (
    <Link to="/" className={buttonClass('primary')}>
      {m.common.states.home}
    </Link>
  )
  return <EmptyState title={m.common.states.notFound} hint={m.common.states.notFoundHint} action={home} />
}
