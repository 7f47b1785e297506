// Where what an advice names is mended.
import { Link } from '@tanstack/react-router'
import type { Advice } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { useMessages } from '#i18n/language.tsx'
import { buttonClass } from '#ui/buttons/button.tsx'
import { messages } from './messages.ts'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** AdviceLink leads to the screen with what is concerned, or to SQL with the statement; it is not shown to who may not. */
export function AdviceLink({ projectId, advice }: { readonly projectId: string; readonly advice: Advice }) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const words = m.advice.links
  const params = { projectId }
  const className = buttonClass()
  const { code, where } = advice
  const text = (name: string) => String(where[name] ?? '')
  const sql = sqlOf(advice)
  if (sql !== undefined && may('schema:write'))
    return (
      <Link to="/projects/$projectId/sql" params={params} search={{ sql }} className={className}>
        {words.sql}
      </Link>
    )
  if (code === 'contacts_open_to_publishable_keys' || code === 'table_without_policies')
    return (
      <Link
        to="/projects/$projectId/policies"
        params={params}
        search={{ table: text('table') }}
        className={className}
      >
        {words.policies}
      </Link>
    )
  if (code === 'webhook_failing' && may('webhooks:read'))
    return (
      <Link
        to="/projects/$projectId/webhooks"
        params={params}
        search={{ webhook: text('webhook_id') }}
        className={className}
      >
        {words.webhook}
      </Link>
    )
  if (code === 'slow_requests' && may('logs:read'))
    return (
      <Link
        to="/projects/$projectId/logs"
        params={params}
        search={{ path: text('path'), min_duration_ms: 1000, span: 'day' }}
        className={className}
      >
        {words.logs}
      </Link>
    )
  if (code === 'secret_never_rotated' && may('secrets:read'))
    return (
      <Link
        to="/projects/$projectId/environment"
        params={params}
        search={{ tab: 'secrets' }}
        className={className}
      >
        {words.secrets}
      </Link>
    )
  if (where.table !== undefined)
    return (
      <Link
        to="/projects/$projectId/schema"
        params={params}
        search={{ table: text('table') }}
        className={className}
      >
        {words.schema}
      </Link>
    )
  return null
}

function sqlOf({ code, where }: Advice): string | undefined {
  const { table, columns, index } = where
  if (code === 'foreign_key_without_index' && typeof table === 'string' && Array.isArray(columns))
    return `create index on ${quoted(table)} (${columns.map(quoted).join(', ')})`
  const superfluous = code === 'duplicate_index' || code === 'unused_index'
  return superfluous && typeof index === 'string' ? `drop index ${quoted(index)}` : undefined
}
