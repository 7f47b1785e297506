// The table of failed jobs, of which some can be chosen.
import type { FailedJob } from '#api/client/schemas.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { Moment } from '#ui/page/moment.tsx'
import classes from './jobs.module.css'
import { messages } from './messages.ts'

/** FailedJobList shows what has failed and why; `onChoose` is left out where nobody may do anything about it. */
export function FailedJobList({
  jobs,
  chosen,
  onChoose,
  onOpen,
}: {
  readonly jobs: readonly FailedJob[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: ((chosen: ReadonlySet<string>) => void) | undefined
  readonly onOpen: (id: string) => void
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { columns: titles } = m
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose?.(next)
  }
  const columns: Column<FailedJob>[] = [
    {
      title: titles.job,
      cell: ({ id, name }) => (
        <LinkButton onClick={() => onOpen(id)}>
          <code>{name}</code>
        </LinkButton>
      ),
    },
    { title: titles.error, cell: ({ error }) => <span className={classes.error}>{error}</span> },
    { title: titles.attempts, end: true, cell: ({ attempts }) => format.number(attempts) },
    { title: titles.failed, cell: ({ failed_at }) => <Moment iso={failed_at} relative /> },
  ]
  if (onChoose !== undefined)
    columns.unshift({
      title: titles.choose,
      hidden: true,
      cell: ({ id, name, failed_at }) => (
        <input
          type="checkbox"
          className={classes.choose}
          aria-label={m.choose(name, format.time(failed_at))}
          checked={chosen.has(id)}
          onChange={() => toggle(id)}
        />
      ),
    })
  const isAll = jobs.every(({ id }) => chosen.has(id))
  return (
    <>
      <Table label={m.title} columns={columns} rows={jobs} rowKey={({ id }) => id} />
      {onChoose === undefined ? null : (
        <label className={classes.all}>
          <input
            type="checkbox"
            className={classes.choose}
            checked={isAll}
            onChange={() => onChoose(new Set(isAll ? [] : jobs.map(({ id }) => id)))}
          />
          {m.chooseAll}
        </label>
      )}
    </>
  )
}
