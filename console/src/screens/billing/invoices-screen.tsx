// The invoices of an organisation, for all of its projects, deleted ones too.
import { getRouteApi } from '@tanstack/react-router'
import { useLanguage } from '#i18n/language.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Invoices } from './invoices.tsx'

const route = getRouteApi('/signed-in/organisations/$organisationId/invoices')

/** InvoicesScreen lists the invoices of an organisation. */
export function InvoicesScreen() {
  const { m } = useLanguage()
  const { organisationId } = route.useParams()
  const { invoice } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={m.billing.invoices} about={m.billing.organisationHint} />
      <Invoices
        of={{ organisationId }}
        opened={invoice}
        onOpen={(invoice) => navigate({ search: { invoice } })}
      />
    </>
  )
}
