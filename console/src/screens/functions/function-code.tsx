// The draft of a function: its files, what the compiler says about them, and a call of what runs.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Rocket, Save } from 'lucide-react'
import { useMemo } from 'react'
import type { ProjectFunction } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { type CodeProblem, functionNamesQuery } from '#api/services/functions.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import type { Complete, Diagnostic } from '#ui/code-editor/types.ts'
import { Badge } from '#ui/page/badge.tsx'
import { FileTabs } from './file-tabs.tsx'
import classes from './functions.module.css'
import { InvokePanel } from './invoke/invoke-panel.tsx'
import { languageOf } from './languages.ts'
import { messages } from './messages.ts'
import { useDraft } from './use-draft.ts'

const route = getRouteApi('/signed-in/projects/$projectId/functions')
const entryOf = ({ runtime }: ProjectFunction) => (runtime === 'typescript' ? 'index.ts' : 'index.js')

/** FunctionCode edits, deploys and calls a function. */
export function FunctionCode({
  projectId,
  fn,
  mayWrite,
}: {
  readonly projectId: string
  readonly fn: ProjectFunction
  readonly mayWrite: boolean
}) {
  const m = useMessages(messages)
  const { file } = route.useSearch()
  const draft = useDraft(projectId, fn)
  const entry = entryOf(fn)
  const shown = file !== undefined && draft.files[file] !== undefined ? file : entry
  const complete = useNames(projectId, fn)
  const diagnostics = useMemo(() => diagnosticsOf(draft.problems, shown), [draft.problems, shown])
  const elsewhere = draft.problems.filter((problem) => problem.file !== shown || problem.line === null)
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <FileTabs
          files={draft.files}
          entry={entry}
          shown={shown}
          mayWrite={mayWrite}
          onChange={draft.change}
        />
        <div className={classes.actions}>
          {draft.isDirty ? (
            <Badge tone="warning">{m.unsaved}</Badge>
          ) : fn.changed && fn.version !== null ? (
            <Badge>{m.changed}</Badge>
          ) : null}
          {mayWrite ? (
            <>
              <Button disabled={!draft.isDirty} busy={draft.isBusy} onClick={draft.save}>
                <Save aria-hidden />
                {m.save}
              </Button>
              <Button
                kind="primary"
                disabled={!draft.isDirty && !fn.changed}
                busy={draft.isBusy}
                onClick={draft.deploy}
              >
                <Rocket aria-hidden />
                {m.deploy}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      {draft.problems.length === 0 ? null : (
        <div role="alert" className={classes.problems}>
          <strong>{m.notDeployable}</strong>
          <ul>
            {draft.problems.map((problem) => (
              <li key={`${problem.file}:${problem.line}:${problem.column}:${problem.message}`}>
                <code>{placeOf(problem)}</code> {problem.message}
              </li>
            ))}
          </ul>
          {elsewhere.length === draft.problems.length ? <p>{m.otherFiles}</p> : null}
        </div>
      )}
      <CodeEditor
        key={shown}
        label={m.editor(shown)}
        language={languageOf(shown)}
        value={draft.files[shown] ?? ''}
        readOnly={!mayWrite}
        diagnostics={diagnostics}
        completions={complete}
        size="page"
        onChange={(text) => draft.change({ ...draft.files, [shown]: text })}
      />
      {mayWrite ? <InvokePanel projectId={projectId} fn={fn} /> : null}
    </div>
  )
}

function placeOf({ file, line, column }: CodeProblem): string {
  return [file, line, column].filter((part) => part !== null).join(':')
}

function diagnosticsOf(problems: readonly CodeProblem[], file: string): Diagnostic[] {
  return problems.flatMap((problem) =>
    problem.file === file && problem.line !== null
      ? [{ line: problem.line, column: problem.column ?? 1, message: problem.message }]
      : [],
  )
}

// Completes `env.` with the names that the function has there.
function useNames(projectId: string, fn: ProjectFunction): Complete {
  const may = useMay(projectId)
  const enabled = may('env:read') && may('secrets:read')
  const { data } = useQuery({ ...functionNamesQuery(projectId, fn.environment), enabled })
  const m = useMessages(messages)
  return ({ text, from }) => {
    if (!/\benv\.$/.test(text.slice(Math.max(0, from - 12), from))) return []
    const { variables = [], secrets = [] } = data ?? {}
    return [
      { label: 'msingi', kind: 'value', detail: m.names.caller },
      { label: 'service', kind: 'value', detail: m.names.service },
      ...variables.map((label) => ({ label, kind: 'value' as const, detail: m.names.variable })),
      ...secrets.map((label) => ({ label, kind: 'value' as const, detail: m.names.secret })),
    ]
  }
}
