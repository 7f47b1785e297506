// What can be begun from anywhere, and how the console looks.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { setupQuery, signOut } from '#api/account/accounts.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { messages as shell } from '#app/messages.ts'
import { LOCALES, type Locale, useMessages } from '#i18n/language.tsx'
import { titles } from '#i18n/titles.ts'
import { prefer } from '#ui/preferences.ts'
import type { Command } from './commands.ts'
import { messages } from './messages.ts'

const THEMES = ['light', 'dark', 'system'] as const
const DENSITIES = ['comfortable', 'compact'] as const

// Each is a form that the address of its screen opens, where the server has the module and the viewer the permission.
const FORMS = [
  { form: 'table', module: 'schema', permission: 'schema:write', path: 'tables', search: { create: true } },
  { form: 'user', module: 'auth', permission: 'auth:write', path: 'users', search: { form: 'create' } },
  { form: 'invitation', module: 'auth', permission: 'auth:write', path: 'users', search: { form: 'invite' } },
  {
    form: 'fn',
    module: 'functions',
    permission: 'functions:write',
    path: 'functions',
    search: { create: true },
  },
  { form: 'job', module: 'cron', permission: 'cron:write', path: 'cron', search: { create: true } },
  {
    form: 'webhook',
    module: 'webhooks',
    permission: 'webhooks:write',
    path: 'webhooks',
    search: { create: true },
  },
  {
    form: 'bucket',
    module: 'storage',
    permission: 'storage:write',
    path: 'storage',
    search: { create: true },
  },
  {
    form: 'key',
    module: 'api-keys',
    permission: 'api_keys:write',
    path: 'api-keys',
    search: { create: true },
  },
  {
    form: 'variable',
    module: 'environment',
    permission: 'env:write',
    path: 'environment',
    search: { form: 'create' },
  },
  {
    form: 'domain',
    module: 'domains',
    permission: 'domains:write',
    path: 'domains',
    search: { create: true },
  },
] as const

/** useActions returns them; `onSheet` opens the list of shortcuts. */
export function useActions(projectId: string | undefined, onSheet: () => void): readonly Command[] {
  const m = useMessages(messages)
  const of = useMessages(shell)
  const titleOf = useMessages(titles)
  const { navigate } = useRouter()
  const { data: setup } = useSuspenseQuery(setupQuery)
  const may = useMay(projectId)
  const forms = FORMS.filter(({ module, permission }) => setup.modules.includes(module) && may(permission))
  const act = (value: string, label: string, run: () => void) => ({ value, label, kind: m.action, run })
  const looks = [
    ...THEMES.map((theme) =>
      act(`theme ${theme}`, `${of.theme}: ${of.themes[theme]}`, () => prefer({ theme })),
    ),
    ...DENSITIES.map((density) =>
      act(`density ${density}`, `${of.density}: ${of.densities[density]}`, () => prefer({ density })),
    ),
    ...(Object.keys(LOCALES) as Locale[]).map((locale) =>
      act(`language ${locale}`, `${of.language}: ${LOCALES[locale]}`, () => prefer({ locale })),
    ),
  ]
  return [
    ...forms.map(({ form, path, search }) =>
      act(form, m.create[form], () => {
        void navigate({
          to: `/projects/$projectId/${path}`,
          params: { projectId: projectId as string },
          search,
        })
      }),
    ),
    act('project', m.create.project, () => void navigate({ to: '/', search: { create: true } })),
    act('account', titleOf.account, () => void navigate({ to: '/account' })),
    act('notifications', titleOf.notifications, () => void navigate({ to: '/notifications' })),
    ...looks,
    act('shortcuts', m.shortcuts, onSheet),
    act('sign out', of.signOut, () => void signOut()),
  ]
}
