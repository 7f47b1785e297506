// The views of a project.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { View } from '#api/client/schemas.ts'
import { createView, removeView, replaceView, viewsQuery } from '#api/data/schema-objects.ts'
import { useMessages } from '#i18n/language.tsx'
import { ReviewedForm } from '#screens/schema/review/reviewed-form.tsx'
import { useSchema } from '#screens/schema/search.ts'
import { CodeEditor } from '#ui/code-editor/code-editor.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Input } from '#ui/forms/input.tsx'
import { Dependents, type FormOf, ObjectList } from './object-list.tsx'
import { messages } from './object-messages.ts'

/** Views lists, makes, changes and drops views. */
export function Views() {
  const m = useMessages(messages)
  const { projectId } = useSchema()
  const query = useQuery(viewsQuery(projectId))
  return (
    <ObjectList<View>
      kind={{
        query,
        label: m.views,
        add: m.newView,
        empty: m.noViews,
        hint: m.noViewsHint,
        idOf: ({ name }) => name,
        columns: [
          { title: m.reads, cell: ({ depends_on }) => depends_on.join(', ') },
          { title: m.dependents, cell: ({ dependents }) => dependents.length, end: true },
        ],
        details: ({ depends_on, columns, dependents }) => [
          { title: m.reads, value: depends_on.join(', ') || m.none },
          {
            title: m.columns,
            value: columns.map(({ name, data_type }) => `${name} ${data_type}`).join(', '),
          },
          { title: m.dependents, value: <Dependents of={dependents} /> },
        ],
        code: ({ definition }) => ({ label: m.definition, text: definition }),
        remove: (view) => removeView(projectId, view),
        form: (props) => <ViewForm key="form" {...props} />,
      }}
    />
  )
}

function ViewForm({ object, onDone, onClose }: FormOf<View>) {
  const m = useMessages(messages)
  const { projectId } = useSchema()
  const [name, setName] = useState(object?.name ?? '')
  const [definition, setDefinition] = useState(object?.definition ?? '')
  const title = object === undefined ? m.newView : m.changeOne(object.name)
  return (
    <ReviewedForm
      title={title}
      action={object === undefined ? m.newView : m.change}
      ready={name.trim() !== '' && definition.trim() !== ''}
      dirty={name !== (object?.name ?? '') || definition !== (object?.definition ?? '')}
      act={() =>
        object === undefined
          ? createView(projectId, { name, definition })
          : replaceView(projectId, object, { definition })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {object === undefined ? (
        <Field label={m.name}>
          <Input required maxLength={63} autoFocus autoComplete="off" value={name} onValueChange={setName} />
        </Field>
      ) : null}
      <CodeEditor label={m.definition} value={definition} language="sql" onChange={setDefinition} />
      <small>{m.definitionHint}</small>
    </ReviewedForm>
  )
}
