// The functions of a project's database.
import { useQuery } from '@tanstack/react-query'
import type { SqlFunction, SqlFunctionCreate } from '#api/client/schemas.ts'
import {
  createFunction,
  removeFunction,
  replaceFunction,
  sqlFunctionsQuery,
} from '#api/data/schema-objects.ts'
import { useMessages } from '#i18n/language.tsx'
import { ReviewedForm } from '#screens/schema/review/reviewed-form.tsx'
import { useSchema } from '#screens/schema/search.ts'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Dependents, type FormOf, ObjectList } from './object-list.tsx'
import { messages } from './object-messages.ts'

const LANGUAGES = choicesOf({ plpgsql: 'PL/pgSQL', sql: 'SQL' })

const NEW: Required<SqlFunctionCreate> = {
  name: '',
  arguments: '',
  returns: 'trigger',
  language: 'plpgsql',
  volatility: 'volatile',
  strict: false,
  body: 'begin\n  return new;\nend',
}

/** Functions lists, makes, changes and drops functions. */
export function Functions() {
  const m = useMessages(messages)
  const { projectId } = useSchema()
  const query = useQuery(sqlFunctionsQuery(projectId))
  return (
    <ObjectList<SqlFunction>
      kind={{
        query,
        label: m.functions,
        add: m.newFunction,
        empty: m.noFunctions,
        hint: m.noFunctionsHint,
        idOf: ({ name }) => name,
        columns: [
          { title: m.arguments, cell: (one) => <code>{one.arguments || '—'}</code> },
          { title: m.returns, cell: ({ returns }) => <code>{returns}</code> },
          { title: m.language, cell: ({ language }) => language },
          { title: m.dependents, cell: ({ dependents }) => dependents.length, end: true },
        ],
        details: (one) => [
          { title: m.arguments, value: <code>{one.arguments || '—'}</code> },
          { title: m.returns, value: <code>{one.returns}</code> },
          { title: m.language, value: one.language },
          { title: m.volatility, value: one.volatility },
          { title: m.dependents, value: <Dependents of={one.dependents} /> },
        ],
        code: ({ body }) => ({ label: m.body, text: body }),
        remove: (one) => removeFunction(projectId, one),
        form: (props) => <FunctionForm key="form" {...props} />,
      }}
    />
  )
}

function FunctionForm({ object, onDone, onClose }: FormOf<SqlFunction>) {
  const m = useMessages(messages)
  const { projectId } = useSchema()
  const { draft, dirty, change: set } = useDraft(() => draftOf(object))
  const title = object === undefined ? m.newFunction : m.changeOne(object.name)
  const { name: _, ...rest } = draft
  return (
    <ReviewedForm
      title={title}
      action={object === undefined ? m.newFunction : m.change}
      ready={[draft.name, draft.returns, draft.body].every((text) => text.trim() !== '')}
      dirty={dirty}
      act={() =>
        object === undefined ? createFunction(projectId, draft) : replaceFunction(projectId, object, rest)
      }
      onDone={onDone}
      onClose={onClose}
    >
      {object === undefined ? (
        <Field label={m.name}>
          <Input
            required
            maxLength={63}
            autoFocus
            autoComplete="off"
            value={draft.name}
            onValueChange={(name) => set({ name })}
          />
        </Field>
      ) : null}
      <Field label={m.arguments} hint={m.argumentsHint}>
        <Input
          maxLength={2000}
          autoComplete="off"
          value={draft.arguments}
          onValueChange={(text) => set({ arguments: text })}
        />
      </Field>
      <Field label={m.returns} hint={m.returnsHint}>
        <Input
          required
          maxLength={500}
          autoComplete="off"
          value={draft.returns}
          onValueChange={(returns) => set({ returns })}
        />
      </Field>
      <Field label={m.language}>
        <Select choices={LANGUAGES} value={draft.language} onChange={(language) => set({ language })} />
      </Field>
      <Field label={m.volatility}>
        <Select
          choices={choicesOf(m.volatilities)}
          value={draft.volatility}
          onChange={(volatility) => set({ volatility })}
        />
      </Field>
      <Checkbox label={m.strict} checked={draft.strict} onChange={(strict) => set({ strict })} />
      <CodeEditor label={m.body} value={draft.body} language="sql" onChange={(body) => set({ body })} />
    </ReviewedForm>
  )
}

function draftOf(object: SqlFunction | undefined): Required<SqlFunctionCreate> {
  if (object === undefined) return NEW
  const { dependents: _, language, volatility, ...same } = object
  return {
    ...same,
    language: language === 'sql' ? language : 'plpgsql',
    volatility: volatility === 'stable' || volatility === 'immutable' ? volatility : 'volatile',
  }
}
