// One tab: its text, its parameters, and what runs it.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { AlignLeft, ListTree, Play, Save, Square } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { savedQueriesKey, updateQuery } from '#api/data/saved-queries.ts'
import { tablesQuery } from '#api/data/tables.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from '#screens/sql/messages.ts'
import { type Ordered, placesOf, type Run, type Work } from '#screens/sql/runs/run.ts'
import { SaveQuery } from '#screens/sql/saved/save-query.tsx'
import classes from '#screens/sql/sql.module.css'
import type { SqlTab } from '#screens/sql/tabs/tabs.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import type { SelectedText } from '#ui/code-editor/types.ts'
import { Menu, MenuItem } from '#ui/overlays/menu.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { useShortcuts } from '#ui/shortcuts/shortcuts.ts'
import { QueryParams } from './query-params.tsx'
import { parametersOf, partsOf } from './read-sql.ts'
import { sqlCompletions } from './sql-completions.ts'

const FORMAT_KEYS = 'Alt Shift F'

// With Alt, the key itself may be another character.
function isFormatKey({ altKey, shiftKey, ctrlKey, metaKey, code }: KeyboardEvent): boolean {
  return altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyF'
}

/** QueryEditor edits a tab; `onStart` runs all of it or what is selected, `as` a caller or the viewer. */
export function QueryEditor({
  projectId,
  tab,
  as,
  run,
  onChange,
  onStart,
}: {
  readonly projectId: string
  readonly tab: SqlTab
  readonly as: string | undefined
  readonly run: Run | undefined
  readonly onChange: (part: Partial<SqlTab>) => void
  readonly onStart: (order: Ordered) => void
}) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const { data: tables = [] } = useQuery(tablesQuery(projectId))
  const completions = useMemo(() => sqlCompletions(tables), [tables])
  const [selected, setSelected] = useState<SelectedText>()
  const [saving, setSaving] = useState(false)
  const { sql, params, saved } = tab
  const whole = (text: string): SelectedText => ({ text, line: 1, column: 1 })
  const chosen = selected === undefined || selected.text.trim() === '' ? whole(sql) : selected
  const parts = useMemo(() => partsOf(chosen.text), [chosen.text])
  const empty = parts.length === 0
  const reads = parts.every(({ writes }) => !writes)
  const mayWrite = as === undefined && may('schema:write')
  const diagnostics = useMemo(() => placesOf(run), [run])
  const update = useSavedUpdate(projectId, tab)
  const formatting = useAct(m.format, {
    mutationFn: async () => {
      const { formatSql } = await import('./format-sql.ts')
      try {
        return { before: sql, after: formatSql(sql) }
      } catch {
        toast(m.notFormatted)
        return { before: sql, after: sql }
      }
    },
    // What was typed while the code was loaded is not lost.
    onSuccess: ({ before, after }) => (before === sql ? onChange({ sql: after }) : undefined),
  })
  const start = (work: Work, selected = chosen) => {
    const parts = partsOf(selected.text)
    const writes = parts.some((part) => part.writes)
    if (parts.length > 0 && (!writes || (mayWrite && work === 'run'))) onStart({ ...selected, work, as })
  }
  const savable = useMemo(() => isOneQuery(sql), [sql])
  const format = () => (sql.trim() === '' || formatting.isPending ? undefined : formatting.mutate())
  const press = (event: KeyboardEvent) => {
    if (!isFormatKey(event)) return
    event.preventDefault()
    format()
  }
  useShortcuts({ title: m.title, shortcuts: [{ keys: FORMAT_KEYS, label: m.format }] })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the editor within
    <div className={classes.query} onKeyDown={press}>
      <CodeEditor
        size="fill"
        label={m.title}
        value={sql}
        onChange={(sql) => onChange({ sql })}
        language="sql"
        completions={completions}
        diagnostics={diagnostics}
        // What the editor has, which may be newer than what is shown here.
        onRun={(text) => start('run', text === chosen.text ? chosen : whole(text))}
        onSelect={setSelected}
      />
      <QueryParams names={parametersOf(sql)} values={params} onChange={(params) => onChange({ params })} />
      {reads || as === undefined ? null : (
        <p role="status" className={classes.note}>
          {m.writesOff}
        </p>
      )}
      <div className={classes.acts}>
        {run?.cancel !== undefined ? (
          <Button onClick={run.cancel}>
            <Square aria-hidden />
            {m.cancel}
          </Button>
        ) : (
          <Button kind="primary" disabled={empty || !(reads || mayWrite)} onClick={() => start('run')}>
            <Play aria-hidden />
            {parts[0]?.writes ? m.review : chosen === selected ? m.runSelection : m.run}
          </Button>
        )}
        <Menu
          label={m.explain}
          trigger={
            <Button disabled={empty || !reads || run?.cancel !== undefined}>
              <ListTree aria-hidden />
              {m.explain}
            </Button>
          }
        >
          <MenuItem onSelect={() => start('explain')}>{m.explainOnly}</MenuItem>
          <MenuItem onSelect={() => start('analyze')}>{m.explainAnalyze}</MenuItem>
        </Menu>
        <Button title={FORMAT_KEYS} disabled={sql.trim() === ''} busy={formatting.isPending} onClick={format}>
          <AlignLeft aria-hidden />
          {m.format}
        </Button>
        {may('query:write') ? (
          <>
            {saved === undefined ? null : (
              <Button disabled={!savable} busy={update.isPending} onClick={() => update.mutate()}>
                <Save aria-hidden />
                {m.update}
              </Button>
            )}
            <Button disabled={!savable} onClick={() => setSaving(true)}>
              {saved === undefined ? <Save aria-hidden /> : null}
              {saved === undefined ? m.save : m.saveAs}
            </Button>
          </>
        ) : null}
      </div>
      {saving ? (
        <SaveQuery
          projectId={projectId}
          sql={sql}
          onSaved={({ id, name }) => onChange({ saved: { id, name } })}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </div>
  )
}

// A saved query is run by programs, for its rows.
function isOneQuery(sql: string): boolean {
  const [first, ...others] = partsOf(sql)
  return first?.writes === false && others.length === 0
}

// Writes the text of a tab back to the saved query that it was opened from.
function useSavedUpdate(projectId: string, { sql, saved }: SqlTab) {
  const m = useMessages(messages)
  const client = useQueryClient()
  return useAct(m.update, {
    mutationFn: () => updateQuery(projectId, saved?.id ?? '', { sql }),
    onSuccess: async ({ name }) => {
      toast(m.saved(name))
      await client.invalidateQueries({ queryKey: savedQueriesKey(projectId) })
    },
  })
}
