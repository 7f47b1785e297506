// Signing in with the provider of an organisation, which is found by the address.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { leaveForProvider, returnFromProvider } from '#api/account/single-sign-on.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { EmailField, Entrance } from './entrance.tsx'
import { messages } from './messages.ts'

/** SingleSignOnProps are where a sign-in leads, and what came back from the provider. */
export interface SingleSignOnProps {
  readonly next: string | undefined
  readonly code: string | undefined
  readonly error: string | undefined
  readonly onDone: () => void
  readonly onBack: () => void
}

/** SingleSignOn asks for the address, and begins the session once the provider has sent a code. */
export function SingleSignOn({ next, code, error, onDone, onBack }: SingleSignOnProps) {
  const m = useMessages(messages)
  const [email, setEmail] = useState('')
  const leaving = useMutation({ mutationFn: () => leaveForProvider(email, next) })
  const returning = useMutation({ mutationFn: returnFromProvider, onSuccess: onDone })
  const { mutate } = returning
  const returned = useRef<string>(undefined)
  useEffect(() => {
    // A code works once.
    if (code === undefined || returned.current === code) return
    returned.current = code
    mutate(code)
  }, [code, mutate])
  // The provider's own sentence could be anybody's: it stands in the address.
  const refused = error === undefined ? null : new Error(m.sso.refused(error.slice(0, 60)))
  return (
    <Entrance
      title={m.sso.title}
      about={m.sso.hint}
      error={leaving.error ?? returning.error ?? refused}
      onSubmit={leaving.mutate}
      below={
        <Button kind="quiet" onClick={onBack}>
          {m.sso.back}
        </Button>
      }
    >
      <EmailField value={email} onChange={setEmail} autoFocus />
      <Button type="submit" kind="primary" busy={leaving.isPending || returning.isPending}>
        {m.sso.submit}
      </Button>
    </Entrance>
  )
}
