// What to do about a project, each with a link to where it is done.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Advice } from '#api/client/schemas.ts'
import { adviceQuery } from '#api/project/overview.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { Note } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { AdviceLink } from './advice-link.tsx'
import { messages } from './messages.ts'
import classes from './projects.module.css'

const FIRST = 5
const TONES = { error: 'danger', warning: 'warning', info: 'neutral' } as const

/** HomeAdvice shows the gravest first, and the rest on demand. */
export function HomeAdvice({ projectId }: { readonly projectId: string }) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const words = m.advice
  const [all, setAll] = useState(false)
  const { data, isPending, error, refetch } = useQuery(adviceQuery(projectId))
  const shown = all ? data : data?.slice(0, FIRST)
  const hidden = (data?.length ?? 0) - (shown?.length ?? 0)
  return (
    <>
      <h2 className={classes.heading}>{words.title}</h2>
      <Card label={words.title}>
        {isPending ? <Skeleton /> : null}
        {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
        {data?.length === 0 ? <Note>{words.none}</Note> : null}
        {shown === undefined || shown.length === 0 ? null : (
          <ul className={classes.advice}>
            {shown.map((advice) => (
              <li key={advice.code + advice.what}>
                <One projectId={projectId} advice={advice} />
              </li>
            ))}
          </ul>
        )}
        {hidden > 0 ? (
          <div className={classes.more}>
            <Button kind="quiet" onClick={() => setAll(true)}>
              {words.more(hidden, plural)}
            </Button>
          </div>
        ) : null}
      </Card>
    </>
  )
}

function One({ projectId, advice }: { readonly projectId: string; readonly advice: Advice }) {
  const m = useMessages(messages)
  const words = m.advice
  const { code, severity, what, todo } = advice
  // A newer server may know more than the console does.
  const title = words.titles[code as keyof typeof words.titles]
  return (
    <>
      <Badge tone={TONES[severity]}>{words.severities[severity]}</Badge>
      <div>
        {title === undefined ? null : <h3>{title}</h3>}
        <p>{what}</p>
        <p className={classes.muted}>{todo}</p>
      </div>
      <AdviceLink projectId={projectId} advice={advice} />
    </>
  )
}
