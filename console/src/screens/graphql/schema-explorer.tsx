// What can be asked for: types with their fields, found by a part of a name.
import { getRouteApi } from '@tanstack/react-router'
import type { IntrospectionField, IntrospectionQuery } from 'graphql'
import { ArrowLeft } from 'lucide-react'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { LinkButton } from '#ui/buttons/link-button.tsx'
import { SearchInput } from '#ui/forms/input.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import classes from './graphql.module.css'
import { documentOf, find, membersOf, nameOf, rootsOf, typeNamed, typeText } from './graphql-schema.ts'
import type { GraphqlSearch } from './graphql-search.ts'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/projects/$projectId/graphql')

/** SchemaExplorer shows a type, or what a search finds; `onUse` takes a document that begins with a field. */
export function SchemaExplorer({
  schema,
  onUse,
}: {
  readonly schema: IntrospectionQuery
  readonly onUse: (query: string) => void
}) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const { type, search = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (part: Partial<GraphqlSearch>) =>
    navigate({ search: (now) => ({ ...now, ...part }), replace: true, resetScroll: false })
  const open = (type: string) => void change({ type, search: undefined })
  const found = search === '' ? undefined : find(schema, search)
  const shown = type === undefined ? undefined : typeNamed(schema, type)
  return (
    <aside className={classes.explorer} aria-label={m.schema}>
      <h2>{m.schema}</h2>
      <SearchInput
        label={m.searchSchema}
        value={search}
        onChange={(search) => change({ search: search || undefined })}
      />
      {found === undefined ? null : found.length === 0 ? (
        <EmptyState title={common.states.nothing} />
      ) : (
        <ul>
          {found.map(({ type, field }) => (
            <li key={`${type}.${field}`}>
              <LinkButton onClick={() => open(type)}>
                {field === undefined ? type : `${type}.${field}`}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {found === undefined && shown !== undefined ? (
        <Button kind="quiet" onClick={() => change({ type: undefined })}>
          <ArrowLeft aria-hidden />
          {m.allFields}
        </Button>
      ) : null}
      {found !== undefined
        ? null
        : (shown === undefined ? rootsOf(schema) : [shown.name]).map((name) => (
            <TypeFields key={name} schema={schema} name={name} onOpen={open} onUse={onUse} />
          ))}
    </aside>
  )
}

function TypeFields({
  schema,
  name,
  onOpen,
  onUse,
}: {
  readonly schema: IntrospectionQuery
  readonly name: string
  readonly onOpen: (type: string) => void
  readonly onUse: (query: string) => void
}) {
  const m = useMessages(messages)
  const type = typeNamed(schema, name)
  const isRoot = rootsOf(schema).includes(name)
  return (
    <section aria-label={name}>
      <h3>
        <code>{name}</code>
      </h3>
      {type?.description ? <p className={classes.note}>{type.description}</p> : null}
      <ul>
        {membersOf(type).map((field) => (
          <li key={field.name}>
            {isRoot ? (
              <LinkButton onClick={() => onUse(documentOf(schema, name, field as IntrospectionField))}>
                {field.name}
              </LinkButton>
            ) : (
              <span>{field.name}</span>
            )}
            <span className={classes.type}>
              <LinkButton onClick={() => onOpen(nameOf(field.type))}>{typeText(field.type)}</LinkButton>
            </span>
            {'args' in field && field.args.length > 0 ? (
              <small className={classes.note}>
                {field.args.map(({ name, type }) => `${name}: ${typeText(type)}`).join(', ')}
              </small>
            ) : null}
            {field.description ? <small className={classes.note}>{field.description}</small> : null}
          </li>
        ))}
      </ul>
      {type?.kind === 'ENUM' ? (
        <p>
          {m.values} {type.enumValues.map((value) => value.name).join(', ')}
        </p>
      ) : null}
    </section>
  )
}
