// The screens of an organisation, as navigation.ts has those of a project.
import { History, type LucideIcon, ReceiptText, Settings, UsersRound } from 'lucide-react'
import type { Messages } from '#i18n/en.ts'

/** OrganisationEntry is one screen of an organisation. */
export interface OrganisationEntry {
  readonly to:
    | '/organisations/$organisationId'
    | '/organisations/$organisationId/audit-log'
    | '/organisations/$organisationId/invoices'
    | '/organisations/$organisationId/settings'
  readonly icon: LucideIcon
  readonly title: (m: Messages) => string
  readonly module: string
  readonly permission: string
}

const ENTRIES: readonly OrganisationEntry[] = [
  {
    to: '/organisations/$organisationId',
    icon: UsersRound,
    title: (m) => m.organisations.screens.members,
    module: 'organisations',
    permission: 'members:read',
  },
  {
    to: '/organisations/$organisationId/invoices',
    icon: ReceiptText,
    title: (m) => m.organisations.screens.invoices,
    module: 'billing',
    permission: 'billing:read',
  },
  {
    to: '/organisations/$organisationId/audit-log',
    icon: History,
    title: (m) => m.organisations.screens.audit,
    module: 'audit',
    permission: 'audit:read',
  },
  {
    to: '/organisations/$organisationId/settings',
    icon: Settings,
    title: (m) => m.organisations.screens.settings,
    module: 'organisations',
    permission: 'organisation:read',
  },
]

/** organisationEntriesOf returns the screens that a server with these modules has, and that the viewer may see. */
export function organisationEntriesOf(
  modules: readonly string[],
  may: (permission: string) => boolean,
): readonly OrganisationEntry[] {
  return ENTRIES.filter(({ module, permission }) => modules.includes(module) && may(permission))
}
