// What is shown where a screen fails or does not exist.
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '#api/client/api-error.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'

/** CrashScreen shows what the server refused, or that the screen itself has failed. */
export function CrashScreen({ error }: ErrorComponentProps) {
  const { common } = useLanguage()
  const router = useRouter()
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={() => router.invalidate()} />
  const reload = (
    <Button kind="primary" onClick={() => location.reload()}>
      {common.states.reload}
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState title={common.states.crashed} hint={common.states.crashedHint} action={reload} />
      <EmptyState title={String(error)} />
    </div>
  )
}

/** MissingScreen is the page of an address that leads nowhere. */
export function MissingScreen() {
  const { common } = useLanguage()
  const home = (
    <Link to="/" className={buttonClass('primary')}>
      {common.states.home}
    </Link>
  )
  return <EmptyState title={common.states.notFound} hint={common.states.notFoundHint} action={home} />
}
