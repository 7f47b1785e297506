// A call of the version that runs: the request as it is typed, and the answer.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import type { FormEvent } from 'react'
import type { FunctionResponse, ProjectFunction } from '#api/client/schemas.ts'
import { functionsKey, invokeFunction } from '#api/services/functions.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import classes from '#screens/functions/functions.module.css'
import { messages } from '#screens/functions/messages.ts'
import { Button } from '#ui/buttons/button.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Field } from '#ui/forms/field.tsx'
import { headersOf } from '#ui/forms/header-lines.ts'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { Card } from '#ui/page/page-header.tsx'
import { SavedRequests } from './saved-requests.tsx'
import { bodyOf, METHODS, useRequest } from './use-request.ts'

const METHOD_CHOICES = METHODS.map((value) => ({ value, label: value }))

/** InvokePanel calls a function as the viewer. */
export function InvokePanel({ projectId, fn }: { readonly projectId: string; readonly fn: ProjectFunction }) {
  const m = useMessages(messages)
  const client = useQueryClient()
  const { request, saved, change } = useRequest(projectId, fn.id)
  const headers = headersOf(request.headers)
  const hasBody = request.method !== 'GET'
  const attempt = useMutation({
    mutationFn: () =>
      invokeFunction(projectId, fn.id, {
        method: request.method,
        path: request.path,
        headers: headers ?? {},
        body: hasBody ? bodyOf(request.body) : undefined,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: [...functionsKey(projectId), fn.id] }),
  })
  const ready = fn.version !== null && headers !== undefined
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (ready && !attempt.isPending) attempt.mutate()
  }
  return (
    <Card label={m.invoke.title}>
      <form className={classes.invoke} onSubmit={submit}>
        <div>
          <h2>{m.invoke.title}</h2>
          <p>{fn.version === null ? m.invoke.deployFirst : m.invoke.about}</p>
        </div>
        <SavedRequests
          projectId={projectId}
          functionId={fn.id}
          request={request}
          saved={saved}
          onChoose={(request, saved) => change({ ...request, saved })}
        />
        <div className={classes.target}>
          <Select
            label={m.invoke.method}
            choices={METHOD_CHOICES}
            value={request.method}
            onChange={(method) => change({ method })}
          />
          <Input
            aria-label={m.invoke.path}
            value={request.path}
            maxLength={2000}
            autoComplete="off"
            onValueChange={(path) => change({ path })}
          />
          <Button kind="primary" type="submit" disabled={!ready} busy={attempt.isPending}>
            <Play aria-hidden />
            {m.invoke.send}
          </Button>
        </div>
        <Field
          label={m.invoke.headers}
          hint={m.invoke.headersHint}
          error={headers === undefined ? m.invoke.headersWrong : undefined}
        >
          <Textarea code rows={2} value={request.headers} onValueChange={(headers) => change({ headers })} />
        </Field>
        {hasBody ? (
          <div className={classes.body}>
            <span>{m.invoke.body}</span>
            <CodeEditor
              label={m.invoke.body}
              language="json"
              value={request.body}
              onChange={(body) => change({ body })}
              onRun={() => submit()}
            />
          </div>
        ) : null}
        {attempt.error === null ? null : (
          <p role="alert" className={classes.failure}>
            {attempt.error.message}
          </p>
        )}
        {attempt.data === undefined ? null : (
          <Answer projectId={projectId} functionId={fn.id} answer={attempt.data} />
        )}
      </form>
    </Card>
  )
}

function Answer({
  projectId,
  functionId,
  answer,
}: {
  readonly projectId: string
  readonly functionId: string
  readonly answer: FunctionResponse
}) {
  const m = useMessages(messages)
  const { format } = useLanguage()
  const isText = typeof answer.body === 'string'
  const text = isText ? (answer.body as string) : (JSON.stringify(answer.body, null, 2) ?? '')
  return (
    <section className={classes.answer} aria-label={m.invoke.answer} aria-live="polite">
      <div className={classes.outcome}>
        <Badge tone={answer.status >= 500 ? 'danger' : answer.status >= 400 ? 'warning' : 'success'}>
          {answer.status}
        </Badge>
        <span>{m.milliseconds(format.number(answer.duration_ms))}</span>
        {answer.error === null ? null : <span className={classes.failure}>{answer.error}</span>}
        <Link
          to="/projects/$projectId/functions"
          params={{ projectId }}
          search={{ function: functionId, tab: 'logs', invocation: answer.invocation_id }}
        >
          {m.invoke.log}
        </Link>
      </div>
      <details>
        <summary>{m.invoke.answerHeaders}</summary>
        <pre>
          {Object.entries(answer.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
        </pre>
      </details>
      {answer.body_base64 ? <p>{m.invoke.binary}</p> : null}
      <CodeEditor label={m.invoke.answer} language={isText ? 'text' : 'json'} value={text} readOnly />
    </section>
  )
}
