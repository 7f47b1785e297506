// Payments of a project: transactions, totals, reconciliation and settings, each in a tab.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { HandCoins, Smartphone } from 'lucide-react'
import { setupQuery } from '#api/account/accounts.ts'
import type { PaymentSettings } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { paymentSettingsQuery } from '#api/services/payments.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import { messages } from './messages.ts'
import { TABS } from './payments-search.ts'
import { Reconciliation } from './reconciliation.tsx'
import { Settings } from './settings.tsx'
import { kindsInSandbox, StartPayment } from './start-payment.tsx'
import { Totals } from './totals.tsx'
import { Transactions } from './transactions.tsx'
import { useLivePayments } from './use-live-payments.ts'

const route = getRouteApi('/signed-in/projects/$projectId/payments')

/** PaymentsScreen shows the payments of a project. */
export function PaymentsScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { start } = route.useSearch()
  const navigate = route.useNavigate()
  const may = useMay(projectId)
  const mayWrite = may('payments:write')
  const settings = useQuery(paymentSettingsQuery(projectId))
  const { data: setup } = useQuery(setupQuery)
  const simulated = setup?.environment === 'development' && setup.modules.includes('simulators')
  useLivePayments(projectId, settings.data?.is_active === true && may('realtime:read'))
  const kinds = settings.data === undefined || !mayWrite ? [] : kindsInSandbox(settings.data)
  const openForm = (start: true | undefined) => navigate({ search: (now) => ({ ...now, start }) })
  const actions = (
    <>
      {simulated ? (
        <a href="/simulators/phone" target="_blank" rel="noreferrer" className={buttonClass('secondary')}>
          <Smartphone aria-hidden />
          {m.phone}
        </a>
      ) : null}
      {kinds.length === 0 ? null : (
        <Button kind="primary" onClick={() => openForm(true)}>
          <HandCoins aria-hidden />
          {m.start}
        </Button>
      )}
    </>
  )
  return (
    <>
      <PageHeader title={m.title} about={m.about} actions={actions} />
      {settings.isPending ? <Skeleton lines={8} /> : null}
      {settings.isError ? <ErrorState error={settings.error} onRetry={settings.refetch} /> : null}
      {settings.data === undefined ? null : <Parts settings={settings.data} />}
      {start && kinds.length > 0 ? (
        <StartPayment
          projectId={projectId}
          kinds={kinds}
          onStarted={(payment) => navigate({ search: { payment } })}
          onClose={() => openForm(undefined)}
        />
      ) : null}
    </>
  )
}

function Parts({ settings }: { readonly settings: PaymentSettings }) {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { tab = 'transactions' } = route.useSearch()
  const navigate = route.useNavigate()
  const content = {
    transactions: <Transactions projectId={projectId} isActive={settings.is_active} />,
    totals: <Totals projectId={projectId} />,
    reconciliation: <Reconciliation projectId={projectId} />,
    settings: <Settings projectId={projectId} settings={settings} />,
  }
  return (
    <Tabs
      label={m.title}
      tabs={TABS.map((value) => ({ value, title: m.tabs[value], content: content[value] }))}
      value={tab}
      onChange={(next) => navigate({ search: { tab: TABS.find((one) => one === next) } })}
    />
  )
}
