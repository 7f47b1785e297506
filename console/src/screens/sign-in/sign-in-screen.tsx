// Signing in: with address and password, and a second factor where the account has one; or with a passkey alone.
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { setupQuery } from '#api/account/accounts.ts'
import { useMessages } from '#i18n/language.tsx'
import { Entrance } from './entrance.tsx'
import { messages } from './messages.ts'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/sign-in')

/** SignInScreen begins a session and leads to where the viewer wanted to go. */
export function SignInScreen() {
  const m = useMessages(messages)
  const router = useRouter()
  const { next } = route.useSearch()
  return (
    <SignInForm
      title={m.title}
      frame={(props) => <Entrance {...props} />}
      below={<OtherWays next={next} />}
      onDone={() => router.history.replace(`/console${next ?? '/'}`)}
    />
  )
}

function OtherWays({ next }: { readonly next: string | undefined }) {
  const m = useMessages(messages)
  const { data: setup } = useSuspenseQuery(setupQuery)
  // In development the server's log shows the mails.
  const canReset = setup.mail || setup.environment === 'development'
  return (
    <>
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
