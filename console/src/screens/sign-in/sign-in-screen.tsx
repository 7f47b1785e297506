// Signing in: with address and password, and a second factor where the account has one; or with a passkey alone.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { setupQuery } from '#api/account/accounts.ts'
import { useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { Entrance } from './entrance.tsx'
import { messages } from './messages.ts'
import { SignInForm } from './sign-in-form.tsx'

const SingleSignOn = whenShown(async () => (await import('./single-sign-on.tsx')).SingleSignOn)
const route = getRouteApi('/sign-in')

/** SignInScreen begins a session and leads to where the viewer wanted to go. */
export function SignInScreen() {
  const m = useMessages(messages)
  const router = useRouter()
  const { next, code, error } = route.useSearch()
  const [elsewhere, setElsewhere] = useState((code ?? error) !== undefined)
  const enter = () => router.history.replace(`/console${next ?? '/'}`)
  if (elsewhere)
    return (
      <SingleSignOn next={next} code={code} error={error} onDone={enter} onBack={() => setElsewhere(false)} />
    )
  return (
    <SignInForm
      title={m.title}
      frame={(props) => <Entrance {...props} />}
      below={<OtherWays next={next} onElsewhere={() => setElsewhere(true)} />}
      onDone={enter}
    />
  )
}

function OtherWays({
  next,
  onElsewhere,
}: {
  readonly next: string | undefined
  readonly onElsewhere: () => void
}) {
  const m = useMessages(messages)
  const { data: setup } = useSuspenseQuery(setupQuery)
  // In development the server's log shows the mails.
  const canReset = setup.mail || setup.environment === 'development'
  // Browsers hash on secure pages only, and without that nobody could prove where a sign-in began.
  const hasElsewhere = isSecureContext && setup.modules.includes('single-sign-on')
  return (
    <>
      {hasElsewhere ? <LinkButton onClick={onElsewhere}>{m.sso.to}</LinkButton> : null}
      {canReset ? (
        <Link to="/forgotten" search={{ next }}>
          {m.toForgotten}
        </Link>
      ) : null}
      {setup.registration === 'open' ? (
        <span>
          {m.noAccount}{' '}
          <Link to="/register" search={{ next }}>
            {m.toRegister}
          </Link>
        </span>
      ) : null}
    </>
  )
}
