// The screens of an organisation, as navigation.ts has those of a project.
import {
  ChartNoAxesColumn,
  Fingerprint,
  History,
  type LucideIcon,
  ReceiptText,
  Settings,
  ShieldCheck,
  UsersRound,
} from 'lucide-react'
import type { Title } from '#i18n/titles.ts'

/** OrganisationEntry is one screen of an organisation. */
export interface OrganisationEntry {
  readonly to:
    | '/organisations/$organisationId'
    | '/organisations/$organisationId/audit-log'
    | '/organisations/$organisationId/invoices'
    | '/organisations/$organisationId/roles'
    | '/organisations/$organisationId/sso'
    | '/organisations/$organisationId/usage'
    | '/organisations/$organisationId/settings'
  readonly icon: LucideIcon
  readonly title: Title
  readonly key: string
  readonly module: string
  readonly permission: string
}

const ENTRIES: readonly OrganisationEntry[] = [
  {
    to: '/organisations/$organisationId',
    icon: UsersRound,
    title: 'members',
    key: 'u',
    module: 'organisations',
    permission: 'members:read',
  },
  {
    to: '/organisations/$organisationId/roles',
    icon: ShieldCheck,
    title: 'organisationRoles',
    key: 'p',
    module: 'rbac',
    permission: 'rbac:read',
  },
  {
    to: '/organisations/$organisationId/sso',
    icon: Fingerprint,
    title: 'sso',
    key: 'n',
    module: 'single-sign-on',
    permission: 'sso:read',
  },
  {
    to: '/organisations/$organisationId/usage',
    icon: ChartNoAxesColumn,
    title: 'usage',
    key: 'x',
    module: 'usage',
    permission: 'usage:read',
  },
  {
    to: '/organisations/$organisationId/invoices',
    icon: ReceiptText,
    title: 'invoices',
    key: 'i',
    module: 'billing',
    permission: 'billing:read',
  },
  {
    to: '/organisations/$organisationId/audit-log',
    icon: History,
    title: 'audit',
    key: 'j',
    module: 'audit',
    permission: 'audit:read',
  },
  {
    to: '/organisations/$organisationId/settings',
    icon: Settings,
    title: 'organisationSettings',
    key: 'e',
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
