// The routes of organisations.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organisationQuery } from '#api/organisations.ts'
import { queryClient } from '#api/query-client.ts'
import { auditSearchOf } from '#screens/audit/audit-search.ts'
import { invoiceSearchOf } from '#screens/billing/invoice-search.ts'
import { organisationsSearchOf } from '#screens/organisations/organisations-search.ts'
import { signedIn } from './root.ts'

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
  organisation.addChildren([members, organisationInvoices, organisationAudit, organisationSettings]),
] as const
