// How far an import is, and what came of it.
import { useEffect, useRef } from 'react'
import type { ImportReport } from '#api/data/imports.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Table } from '#ui/lists/table.tsx'
import classes from './import.module.css'
import { messages } from './messages.ts'
import type { Run } from './use-import.ts'

const MOST_SHOWN = 100

/** ImportStatus says it aloud, too. */
export function ImportStatus({ run }: { readonly run: Run | undefined }) {
  const m = useMessages(messages)
  const said = useSentence(run)
  return (
    <div className={classes.status}>
      {run?.state === 'running' ? (
        <progress
          aria-label={m.title}
          // Without a value it moves: how long the server takes is not known.
          {...(run.part === 1 ? {} : { value: run.part })}
        />
      ) : null}
      {/* It is there before it says anything: only changes of what is there are read out. */}
      <p role="status" className={classes.outcome} data-state={run?.state}>
        {said}
      </p>
    </div>
  )
}

function useSentence(run: Run | undefined): string | undefined {
  const m = useMessages(messages)
  const { format, plural } = useLanguage()
  const left = run !== undefined && 'left' in run && run.left !== undefined ? m.left(run.left) : undefined
  switch (run?.state) {
    case undefined:
      return undefined
    case 'running':
      return run.part === 1 ? m.writing : m.sending(`${format.number(Math.floor(run.part * 100))} %`)
    case 'done':
      return m.done(run.written, format.number(run.written), plural)
    case 'good':
      return m.good(run.lines, format.number(run.lines), plural)
    case 'cancelled':
      if (run.isLate) return joined(m.stoppedLate, left)
      return left === undefined ? m.stopped : joined(m.cancelled, left)
    case 'changed':
      return joined(m.changed, left)
    case 'bad': {
      const { lines, bad_lines: bad } = run.report
      return m.bad(format.number(bad), format.number(lines - bad))
    }
    case 'failed':
      return joined(...run.sentences, run.isLost && m.lost, left)
  }
}

const joined = (...sentences: readonly (string | false | undefined)[]) => sentences.filter(Boolean).join(' ')

/** BadLines lists the first lines of a report, and comes into view. */
export function BadLines({ report }: { readonly report: ImportReport }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Table
        label={m.reason}
        rows={report.report.slice(0, MOST_SHOWN).map((bad, at) => ({ ...bad, at }))}
        rowKey={({ at }) => String(at)}
        columns={[
          { title: m.line, cell: ({ line }) => m.lineOf(format.number(line)) },
          { title: m.inTable, cell: ({ column }) => column ?? m.wholeLine },
          { title: m.reason, cell: ({ reason }) => reason },
        ]}
      />
      {report.bad_lines > MOST_SHOWN ? <p>{m.more(format.number(report.bad_lines - MOST_SHOWN))}</p> : null}
    </div>
  )
}
