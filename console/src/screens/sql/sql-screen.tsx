// SQL over the tables of a project: queries run, statements that write are shown first.
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Play, Save } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ApiError } from '#api/api-error.ts'
import { useMay } from '#api/permissions.ts'
import { runSql } from '#api/sql.ts'
import { tablesQuery } from '#api/tables.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import type { Diagnostic } from '#ui/code-editor/types.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { isQuery, parametersOf } from './read-sql.ts'
import { Result } from './result.tsx'
import { ReviewStatements } from './review-statements.tsx'
import { SaveQuery } from './save-query.tsx'
import { SavedQueries } from './saved-queries.tsx'
import classes from './sql.module.css'
import { sqlCompletions } from './sql-completions.ts'

const route = getRouteApi('/signed-in/projects/$projectId/sql')

/** SqlScreen runs the SQL of the address, and what is typed. */
export function SqlScreen() {
  const { m } = useLanguage()
  const { projectId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay(projectId)
  const { data: tables = [] } = useQuery(tablesQuery(projectId))
  const completions = useMemo(() => sqlCompletions(tables), [tables])
  const [sql, setSql] = useState(search.sql ?? '')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [writing, setWriting] = useState<string>()
  const [saving, setSaving] = useState(false)
  const names = parametersOf(sql)
  const query = useMutation({
    mutationFn: (text: string) =>
      runSql(
        projectId,
        text,
        Object.fromEntries(parametersOf(text).map((name) => [name, values[name] ?? null])),
      ),
  })
  const run = (text: string) => {
    if (text.trim() === '') return
    void navigate({ search: { sql }, replace: true })
    if (isQuery(text)) query.mutate(text)
    else setWriting(text)
  }
  const open = (text: string) => {
    if (sql.trim() !== '' && sql !== search.sql && !confirm(m.common.unsaved)) return
    setSql(text)
    query.reset()
    void navigate({ search: { sql: text } })
  }
  // Where only a selection ran, its lines are not those of the editor.
  const diagnostics = query.variables === sql ? diagnosticsOf(query.error) : []
  const canWrite = may('schema:write')
  const reads = sql.trim() === '' || isQuery(sql)
  return (
    <>
      <PageHeader
        title={m.sql.title}
        about={m.sql.about}
        actions={
          <>
            {may('query:write') ? (
              <Button disabled={sql.trim() === '' || !reads} onClick={() => setSaving(true)}>
                <Save aria-hidden />
                {m.sql.save}
              </Button>
            ) : null}
            <Button
              kind="primary"
              busy={query.isPending}
              disabled={sql.trim() === '' || !(reads || canWrite)}
              onClick={() => run(sql)}
            >
              <Play aria-hidden />
              {reads ? m.sql.run : m.sql.review}
            </Button>
          </>
        }
      />
      <div className={classes.screen}>
        <div className={classes.main}>
          <CodeEditor
            label={m.sql.title}
            value={sql}
            onChange={setSql}
            language="sql"
            completions={completions}
            diagnostics={diagnostics}
            onRun={run}
          />
          {names.length === 0 ? null : (
            <div className={classes.params}>
              {names.map((name) => (
                <Field key={name} label={`:${name}`}>
                  <Input
                    autoComplete="off"
                    placeholder={m.grid.null}
                    value={values[name] ?? ''}
                    onValueChange={(text) =>
                      setValues(({ [name]: _, ...others }) =>
                        text === '' ? others : { ...others, [name]: text },
                      )
                    }
                  />
                </Field>
              ))}
            </div>
          )}
          <Result query={query} />
        </div>
        <SavedQueries projectId={projectId} onOpen={open} />
      </div>
      {writing === undefined ? null : (
        <ReviewStatements projectId={projectId} sql={writing} onClose={() => setWriting(undefined)} />
      )}
      {saving ? <SaveQuery projectId={projectId} sql={sql} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

function diagnosticsOf(error: Error | null): Diagnostic[] {
  if (!(error instanceof ApiError)) return []
  const { line, column } = (error.details ?? {}) as { line?: number; column?: number }
  if (line === undefined) return []
  return [{ line, ...(column === undefined ? {} : { column }), message: error.message }]
}
