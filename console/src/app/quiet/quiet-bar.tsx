// A server on restored data, which does nothing by itself yet: all see that, on every screen, and operators can end it.
import { useQuery } from '@tanstack/react-query'
import { Pause } from 'lucide-react'
import { useState } from 'react'
import { meQuery, setupQuery } from '#api/account/accounts.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { whenShown } from '#ui/overlays/when-shown.tsx'
import { messages } from './messages.ts'
import classes from './quiet.module.css'

const ResumeServer = whenShown(async () => (await import('./resume-server.tsx')).ResumeServer)
// An operator may end it elsewhere.
const WATCH_MS = 60_000

/** QuietBar is shown for as long as the server is quiet. */
export function QuietBar() {
  const m = useMessages(messages)
  const { data: setup } = useQuery({
    ...setupQuery,
    refetchInterval: ({ state }) => state.data?.quiet === true && WATCH_MS,
  })
  const { data: me } = useQuery(meQuery)
  const [opens, setOpens] = useState(false)
  if (setup?.quiet !== true) return null
  return (
    <section className={classes.quiet} aria-label={m.title}>
      <Pause aria-hidden />
      <p role="status">
        <strong>{m.title}.</strong> {m.about}
      </p>
      {me?.is_operator === true ? <Button onClick={() => setOpens(true)}>{m.look}</Button> : null}
      {opens ? <ResumeServer onClose={() => setOpens(false)} /> : null}
    </section>
  )
}
