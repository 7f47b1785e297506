// The link of an invitation: a new account that is a member at once, or the account that is signed in joins.
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery, signOut } from '#api/account/accounts.ts'
import { joinOrganisation } from '#api/organisations/organisations.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Entrance } from './entrance.tsx'
import { takeToken } from './fragment.ts'
import { messages } from './messages.ts'
import { RegistrationForm } from './register-screen.tsx'

const route = getRouteApi('/invitation')

// It outlives a sign-in on the way, and no reload: nothing secret is kept in the browser.
let kept = ''

function takeInvitation(): string {
  kept = takeToken() || kept
  return kept
}

/** InvitationScreen takes the token behind the `#` of the address. */
export function InvitationScreen() {
  const m = useMessages(messages)
  const words = m.join
  const { signedIn } = route.useLoaderData()
  // Read once: it is not left in the address.
  const [token] = useState(takeInvitation)
  if (token === '') return <Missing />
  if (signedIn) return <Join token={token} />
  const below = (
    <span>
      {words.haveAccount}{' '}
      <Link to="/sign-in" search={{ next: '/invitation' }}>
        {m.toSignIn}
      </Link>
    </span>
  )
  return (
    <RegistrationForm
      title={words.title}
      about={words.registerHint}
      tokens={{ invitation: token }}
      below={below}
    />
  )
}

function Missing() {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const below = <Link to="/">{common.states.home}</Link>
  return (
    <Entrance title={m.join.title} error={null} onSubmit={() => undefined} below={below}>
      <p>{m.join.missing}</p>
    </Entrance>
  )
}

function Join({ token }: { readonly token: string }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.join
  const router = useRouter()
  const { data: me } = useQuery(meQuery)
  const attempt = useMutation({
    mutationFn: () => joinOrganisation(token),
    onSuccess: ({ id, name }) => {
      kept = ''
      toast(words.joined(name))
      return router.navigate({ to: '/organisations/$organisationId', params: { organisationId: id } })
    },
    gcTime: 0,
  })
  const other = async () => {
    await signOut()
    await router.navigate({ to: '/sign-in', search: { next: '/invitation' } })
  }
  return (
    <Entrance
      title={words.title}
      {...(me && { about: words.signedIn(me.email) })}
      error={attempt.error}
      onSubmit={attempt.mutate}
      below={<Link to="/">{common.states.home}</Link>}
    >
      <Button type="submit" kind="primary" busy={attempt.isPending}>
        {words.accept}
      </Button>
      <Button onClick={other}>{words.otherAccount}</Button>
    </Entrance>
  )
}
