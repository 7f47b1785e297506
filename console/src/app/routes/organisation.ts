// The routes of organisations.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { queryClient } from '#api/client/query-client.ts'
import { organisationQuery } from '#api/organisations/organisations.ts'
import { auditSearchOf } from '#screens/audit/audit-search.ts'
import { invoiceSearchOf } from '#screens/billing/invoice-search.ts'
import { rolesSearchOf } from '#screens/organisation-roles/roles-search.ts'
import { organisationsSearchOf } from '#screens/organisations/organisations-search.ts'
import { signedIn, text } from './root.ts'

const organisations = createRoute({
  getParentRoute: () => signedIn,
  path: '/organisations',
  validateSearch: organisationsSearchOf,
  component: lazyRouteComponent(
    () => import('#screens/organisations/organisations-screen.tsx'),
    'OrganisationsScreen',
  ),
})

const organisation = createRoute({
  getParentRoute: () => signedIn,
  path: '/organisations/$organisationId',
  loader: ({ params }) => queryClient.ensureQueryData(organisationQuery(params.organisationId)),
})

const members = createRoute({
  getParentRoute: () => organisation,
  path: '/',
  validateSearch: organisationsSearchOf,
  component: lazyRouteComponent(() => import('#screens/organisations/members-screen.tsx'), 'MembersScreen'),
})

const organisationRoles = createRoute({
  getParentRoute: () => organisation,
  path: '/roles',
  validateSearch: rolesSearchOf,
  component: lazyRouteComponent(() => import('#screens/organisation-roles/roles-screen.tsx'), 'RolesScreen'),
})

const sso = createRoute({
  getParentRoute: () => organisation,
  path: '/sso',
  component: lazyRouteComponent(() => import('#screens/organisation-sso/sso-screen.tsx'), 'SsoScreen'),
})

const organisationAudit = createRoute({
  getParentRoute: () => organisation,
  path: '/audit-log',
  validateSearch: auditSearchOf,
  component: lazyRouteComponent(() => import('#screens/audit/audit-screens.tsx'), 'OrganisationAuditScreen'),
})

const organisationInvoices = createRoute({
  getParentRoute: () => organisation,
  path: '/invoices',
  validateSearch: invoiceSearchOf,
  component: lazyRouteComponent(() => import('#screens/billing/invoices-screen.tsx'), 'InvoicesScreen'),
})

interface UsageSearch {
  readonly meter?: string | undefined
  readonly month?: 'current' | 'previous' | undefined
}

const organisationUsage = createRoute({
  getParentRoute: () => organisation,
  path: '/usage',
  validateSearch: ({ meter, month }): UsageSearch => ({
    meter: text(meter),
    month: month === 'current' || month === 'previous' ? month : undefined,
  }),
  component: lazyRouteComponent(
    () => import('#screens/usage/organisation-usage-screen.tsx'),
    'OrganisationUsageScreen',
  ),
})

const organisationSettings = createRoute({
  getParentRoute: () => organisation,
  path: '/settings',
  component: lazyRouteComponent(
    () => import('#screens/organisations/organisation-settings-screen.tsx'),
    'OrganisationSettingsScreen',
  ),
})

/** organisationRoutes are those. */
export const organisationRoutes = [
  organisations,
  organisation.addChildren([
    members,
    organisationRoles,
    sso,
    organisationUsage,
    organisationInvoices,
    organisationAudit,
    organisationSettings,
  ]),
] as const
