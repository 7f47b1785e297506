// Whose view is shown, by name.
import { useQuery } from '@tanstack/react-query'
import { ANY_KEY } from '#api/data/seen-as.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { userQuery } from '#api/project/users.ts'
import { useMessages } from '#i18n/language.tsx'
import { messages } from './messages.ts'

/** CallerName says as whom rows are shown: `user:<id>`, `key:<id>` or ANY_KEY. */
export function CallerName({ projectId, caller }: { readonly projectId: string; readonly caller: string }) {
  const m = useMessages(messages)
  const may = useMay(projectId)
  const [kind, id = ''] = caller.split(':')
  const isUser = kind === 'user'
  const isKey = kind === 'key' && caller !== ANY_KEY
  const user = useQuery({ ...userQuery(projectId, id), enabled: isUser && may('auth:read') })
  const keys = useQuery({ ...apiKeysQuery(projectId), enabled: isKey && may('api_keys:read') })
  const userName = user.data && (user.data.email ?? user.data.phone ?? user.data.full_name ?? id)
  const keyName = keys.data?.find((key) => key.id === id)?.name
  const name = caller === ANY_KEY ? m.anyKey : (userName ?? keyName ?? m.unknown)
  return m.bar(name)
}
