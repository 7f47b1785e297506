// A request of GraphQL: document, variables, headers and caller, and the answer.
import { useMutation } from '@tanstack/react-query'
import type { IntrospectionQuery } from 'graphql'
import { ClipboardCopy, Play } from 'lucide-react'
import { useMemo, useState } from 'react'
import { type GraphqlAnswer, runGraphql } from '#api/data/graphql.ts'
import { asHeader } from '#api/data/seen-as.ts'
import type { Ran } from '#api/project/kept-history.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Field } from '#ui/forms/field.tsx'
import { headersOf } from '#ui/forms/header-lines.ts'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { copy } from '#ui/overlays/copy.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { Badge } from '#ui/page/badge.tsx'
import classes from './graphql.module.css'
import { curlOf, objectOf } from './graphql-request.ts'
import { operationsIn } from './graphql-schema.ts'
import type { Draft } from './kept.ts'
import { messages } from './messages.ts'

/** RequestEditor edits a request, and runs it as `caller` or as the viewer; `onEnd` is called with each that has ended. */
export function RequestEditor({
  projectId,
  draft,
  introspection,
  caller,
  onChange,
  onEnd,
}: {
  readonly projectId: string
  readonly draft: Draft
  readonly introspection: IntrospectionQuery | undefined
  readonly caller: string | undefined
  readonly onChange: (part: Partial<Draft>) => void
  readonly onEnd: (run: Draft & Ran) => void
}) {
  const m = useMessages(messages)
  const { query, variables } = draft
  const [lines, setLines] = useState('')
  const [chosen, setChosen] = useState<string>()
  // Another schema is another language: its names are completed and checked.
  const language = useMemo(
    () => ({
      shown: async () => (await import('./graphql-colors.ts')).colors,
      written: async () => (await import('./graphql-language.ts')).languageOf(introspection),
    }),
    [introspection],
  )
  const headers = headersOf(lines)
  const values = objectOf(variables)
  const names = operationsIn(query)
  const operationName = names.find((name) => name === chosen) ?? names[0]
  const body = (query: string) => ({
    query,
    ...(values === undefined || variables.trim() === '' ? {} : { variables: values }),
    ...(names.length > 1 && query === draft.query ? { operationName } : {}),
  })
  const attempt = useMutation({
    mutationFn: async ({ query, caller }: { query: string; caller: string | undefined }) => {
      const at = new Date().toISOString()
      const started = performance.now()
      const ended = (error?: string) => {
        const run = { at, query, variables, ms: Math.round(performance.now() - started) }
        onEnd(error === undefined ? run : { ...run, error })
      }
      try {
        const answer = await runGraphql(projectId, body(query), { ...headers, ...asHeader(caller) })
        ended(answer.error)
        return answer
      } catch (error) {
        ended((error as Error).message)
        throw error
      }
    },
  })
  // What somebody else was answered is not the answer to oneself.
  const isOwn = attempt.variables?.caller === caller
  const ready = query.trim() !== '' && headers !== undefined && values !== undefined
  const run = (text: string) => {
    if (ready && text.trim() !== '' && !attempt.isPending) attempt.mutate({ query: text, caller })
  }
  const copyOut = async () => {
    const text = curlOf(projectId, body(query), headers ?? {}, caller)
    if (await copy(text)) toast(m.copied)
  }
  return (
    <>
      <CodeEditor
        label={m.document}
        language={language}
        value={query}
        onChange={(query) => onChange({ query })}
        onRun={run}
      />
      <div className={classes.parts}>
        <div>
          <h2>{m.variables}</h2>
          <CodeEditor
            label={m.variables}
            language="json"
            value={variables}
            onChange={(variables) => onChange({ variables })}
            onRun={() => run(query)}
          />
          {values === undefined ? (
            <p role="alert" className={classes.wrong}>
              {m.wrongVariables}
            </p>
          ) : null}
        </div>
        <Field
          label={m.headers}
          hint={m.headersHint}
          error={headers === undefined ? m.wrongHeaders : undefined}
        >
          <Textarea code rows={4} value={lines} onValueChange={setLines} />
        </Field>
      </div>
      <div className={classes.acts}>
        <Button kind="primary" disabled={!ready} busy={attempt.isPending} onClick={() => run(query)}>
          <Play aria-hidden />
          {m.run}
        </Button>
        {names.length > 1 && operationName !== undefined ? (
          <Select
            label={m.operation}
            choices={names.map((value) => ({ value, label: value }))}
            value={operationName}
            onChange={setChosen}
          />
        ) : null}
        <Button disabled={!ready} onClick={copyOut}>
          <ClipboardCopy aria-hidden />
          {m.copyCurl}
        </Button>
      </div>
      {!isOwn || attempt.error === null ? null : (
        <p role="alert" className={classes.error}>
          {attempt.error.message}
        </p>
      )}
      {isOwn && attempt.data !== undefined ? (
        <Answer answer={attempt.data} />
      ) : (
        <p className={classes.note}>{m.hint}</p>
      )}
    </>
  )
}

function Answer({ answer }: { readonly answer: GraphqlAnswer }) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const { status, ms, text, error, undone } = answer
  return (
    <section className={classes.answer} aria-label={m.answer}>
      <p className={classes.acts} role="status">
        <Badge tone={error === undefined ? 'success' : 'danger'}>{status}</Badge>
        <span className={classes.note}>{m.took(format.number(ms))}</span>
        {undone ? <Badge tone="warning">{m.undone}</Badge> : null}
      </p>
      {error === undefined ? null : (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <CodeEditor label={m.answer} language="json" value={text} readOnly size="page" />
    </section>
  )
}
