// The session has ended amid work: whoever had it signs in again here, and nothing that was typed is lost.
import { useEffect, useState } from 'react'
import { meQuery } from '#api/account/accounts.ts'
import { queryClient } from '#api/client/query-client.ts'
import { answerLost, onSessionEnd, renew, tabs } from '#api/client/session.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { EntranceForm, type EntranceProps } from '#screens/sign-in/entrance.tsx'
import { messages } from '#screens/sign-in/messages.ts'
import { SignInForm } from '#screens/sign-in/sign-in-form.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/** SignInAgain asks for the password of the account, or waits for its sign-in in another tab. */
export function SignInAgain({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const [me] = useState(() => queryClient.getQueryData(meQuery.queryKey))
  const end = (isBegun: boolean) => {
    answerLost(isBegun)
    onClose()
  }
  useEffect(() => {
    const hear = async ({ data }: MessageEvent) => {
      if (data !== me?.id) return
      // A renewal that is under way may be that of the session before.
      if (!((await renew()) || (await renew()))) return
      answerLost(true)
      onClose()
    }
    tabs.addEventListener('message', hear)
    return () => tabs.removeEventListener('message', hear)
  }, [me, onClose])
  useEffect(() => onSessionEnd(onClose), [onClose])
  const leave = () => {
    if (confirm(common.unsaved)) end(false)
  }
  const frame = ({ title, about, below, ...form }: EntranceProps) => (
    <Dialog open title={title} {...(about && { about })} onClose={leave}>
      <EntranceForm {...form} />
      {below}
    </Dialog>
  )
  const elsewhere = (
    <a href="/console/sign-in" target="_blank" rel="noreferrer">
      {m.again.elsewhere}
    </a>
  )
  return (
    <SignInForm
      title={m.again.title}
      about={m.again.hint}
      only={me?.email}
      frame={frame}
      below={elsewhere}
      // Without a known account, whoever signs in is not the one whose requests wait.
      onDone={() => end(me !== undefined)}
    />
  )
}
