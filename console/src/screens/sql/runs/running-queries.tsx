// The viewer's queries that the database works on, each to cancel.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { ApiError } from '#api/client/api-error.ts'
import { cancelSql, runningQuery } from '#api/data/sql.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import classes from '#screens/sql/sql.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { EmptyState, ErrorState, Skeleton } from '#ui/page/states.tsx'

/** RunningQueries lists them while it is open. */
export function RunningQueries({
  projectId,
  onClose,
}: {
  readonly projectId: string
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const options = runningQuery(projectId)
  const running = useQuery(options)
  const [ending, setEnding] = useState<readonly string[]>([])
  const cancel = useAct(m.cancel, {
    mutationFn: async (id: string) => {
      setEnding((ids) => [...ids, id])
      await cancelSql(projectId, id).catch((error) => {
        // It has ended by itself meanwhile.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
    },
    onSuccess: () => toast(m.cancelled),
    onSettled: async (_data, _error, id) => {
      await client.invalidateQueries({ queryKey: options.queryKey })
      setEnding((ids) => ids.filter((one) => one !== id))
    },
  })
  return (
    <Drawer open title={m.running} about={m.runningHint} onClose={onClose}>
      {running.isPending ? <Skeleton /> : null}
      {running.isError ? <ErrorState error={running.error} onRetry={running.refetch} /> : null}
      {running.data?.length === 0 ? <EmptyState title={m.noneRunning} /> : null}
      <ul className={classes.ran}>
        {running.data?.map(({ id, sql, started_at }) => (
          <li key={id}>
            <code>{sql ?? m.elsewhere}</code>
            <div className={classes.resultHead}>
              <p className={classes.note}>
                <Moment iso={started_at} relative />
              </p>
              <Button busy={ending.includes(id)} onClick={() => cancel.mutate(id)}>
                {m.cancel}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
