// What has come of the latest run of a tab: rows in a grid or as a chart, what was written, a plan, or why there is nothing.
import { getRouteApi } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { memo } from 'react'
import type { StatementOutcome } from '#api/client/schemas.ts'
import type { SqlResult } from '#api/data/sql.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import type { Run } from '#screens/sql/runs/use-runs.ts'
import classes from '#screens/sql/sql.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { saveFile } from '#ui/page/save-file.ts'
import { EmptyState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { type Format, fileOf } from './export-result.ts'
import { Outcomes } from './outcomes.tsx'
import { PlanTree } from './plan-tree.tsx'
import { ResultChart } from './result-chart.tsx'
import { ResultGrid } from './result-grid.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/sql')
const FORMATS: readonly Format[] = ['csv', 'json']

/** Result shows a run. */
export const Result = memo(function Result({ run }: { readonly run: Run | undefined }) {
  const m = useMessages(messages)
  if (run === undefined) return <p className={classes.note}>{m.hint}</p>
  if (run.state === 'running') return <Skeleton lines={4} />
  if (run.state === 'plan') return <PlanTree plan={run.plan} />
  if (run.state === 'written') return <Written outcomes={run.outcomes} ms={run.ms} />
  if (run.state === 'rows') return <Rows key={run.started} result={run.result} ms={run.ms} />
  return (
    <p role="alert" className={classes.error}>
      {run.cancelled ? m.cancelled : run.error.message}
    </p>
  )
})

function Written({ outcomes, ms }: { readonly outcomes: readonly StatementOutcome[]; readonly ms: number }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  return (
    <section className={classes.result} aria-label={m.result}>
      <p className={classes.note} role="status">
        {m.done}. {m.took(format.number(ms))}
      </p>
      <Outcomes outcomes={outcomes} />
    </section>
  )
}

function Rows({ result, ms }: { readonly result: SqlResult; readonly ms: number }) {
  const m = useMessages(messages)
  const { format, plural } = useLanguage()
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  const { rows, truncated, limits } = result
  const show = (view: string) =>
    navigate({
      search: (now) => ({ ...now, view: view === 'chart' ? 'chart' : undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <section className={classes.result} aria-label={m.result}>
      <div className={classes.resultHead}>
        <p className={classes.note} role="status">
          {m.rows(rows.length, plural)} {m.took(format.number(ms))}
          {truncated ? ` ${m.truncated(limits.rows, format.bytes(limits.bytes))}` : ''}
        </p>
        {rows.length === 0 ? null : (
          <Menu
            label={m.export}
            trigger={
              <Button>
                <Download aria-hidden />
                {m.export}
              </Button>
            }
          >
            {FORMATS.map((format) => (
              <MenuItem key={format} onSelect={() => saveFile(`result.${format}`, fileOf(result, format))}>
                {m.exportAs(format.toUpperCase(), rows.length, plural)}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState title={m.noRows} />
      ) : (
        <Tabs
          label={m.view}
          value={view ?? 'table'}
          onChange={show}
          tabs={[
            { value: 'table', title: m.table, content: <ResultGrid label={m.result} result={result} /> },
            { value: 'chart', title: m.chart, content: <ResultChart result={result} /> },
          ]}
        />
      )}
    </section>
  )
}
