// One request: its fields, its body, its snippets, and a run of it.
import { type HttpRequest, requestOf } from '@msingi/snippets/request'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { parseExact } from '#api/client/exact-json.ts'
import type { Table } from '#api/client/schemas.ts'
import { newestRowQuery } from '#api/data/rows.ts'
import { useMessages } from '#i18n/language.tsx'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Badge } from '#ui/page/badge.tsx'
import { CallSnippets } from '#ui/snippets/call-snippets.tsx'
import classes from './api.module.css'
import { chainOf, methodOf, templateOf, typedIn } from './api-call.ts'
import { type Messages, messages } from './messages.ts'
import type { Operation } from './operations.ts'
import { bodyOf, fieldsOf, type RequestField, type Values } from './request-fields.ts'
import { RunRequest } from './run-request.tsx'
import { shownKey, useKey } from './use-key.ts'

/** RequestForm edits a request of a table. */
export function RequestForm({
  projectId,
  table,
  operation,
  language,
  onLanguage,
}: {
  readonly projectId: string
  readonly table: Table
  readonly operation: Operation
  readonly language: string | undefined
  readonly onLanguage: (language: string) => void
}) {
  const m = useMessages(messages)
  const [key] = useKey(projectId)
  const [values, setValues] = useState<Values>({})
  const [body, setBody] = useState(() => textOf(bodyOf(operation, table)))
  // A row that can be asked for.
  const newest = useQuery({
    ...newestRowQuery({ projectId, slug: table.slug }),
    enabled: operation === 'one',
  })
  const fields = fieldsOf(operation, table, newest.data?.id)
  const parsed = body === undefined ? { value: undefined } : parsedOf(body)
  const chain = parsed && chainOf({ table, operation, fields, values, body: parsed.value })
  const request = chain && attempted(() => requestOf(chain, projectId))
  return (
    <section className={classes.request} aria-label={m.operations[operation]}>
      <div>
        <h2>{m.operations[operation]}</h2>
        <p className={classes.note}>{m.abouts[operation]}</p>
      </div>
      <p className={classes.route}>
        <Badge tone="accent">{methodOf(operation)}</Badge>
        <code>/api/v1{templateOf(operation, table)}</code>
      </p>
      {fields.length === 0 ? null : (
        <div className={classes.fields}>
          {fields.map((field) => (
            <Field key={field.name} label={field.name} hint={hintOf(field, m)}>
              <Input
                autoComplete="off"
                spellCheck={false}
                placeholder={field.placeholder}
                value={typedIn(field, values)}
                onValueChange={(text) => setValues((now) => ({ ...now, [field.name]: text }))}
              />
            </Field>
          ))}
        </div>
      )}
      {body === undefined ? null : (
        <div>
          <h3>{m.body}</h3>
          <CodeEditor label={m.body} language="json" value={body} onChange={setBody} />
          {parsed === undefined ? (
            <p role="alert" className={classes.wrong}>
              {m.wrongBody}
            </p>
          ) : null}
        </div>
      )}
      {request instanceof TypeError ? (
        <p role="alert" className={classes.wrong}>
          {request.message}
        </p>
      ) : null}
      {chain === undefined || request === undefined || request instanceof TypeError ? null : (
        <>
          <CallSnippets
            label={m.language}
            place={{ server: location.origin, project: projectId, key: shownKey(key) }}
            chain={chain}
            language={language}
            onLanguage={onLanguage}
          />
          <RunRequest projectId={projectId} operation={operation} request={request} />
        </>
      )}
    </section>
  )
}

// What is typed can lead to another address, or be no batch.
function attempted(write: () => HttpRequest): HttpRequest | TypeError {
  try {
    return write()
  } catch (error) {
    if (error instanceof TypeError) return error
    throw error
  }
}

function hintOf({ kind, type }: RequestField, m: Messages): string {
  return kind === 'column' ? (type ?? '') : m.fields[kind]
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body, null, 2)
}

function parsedOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseExact(text) }
  } catch {
    return undefined
  }
}
