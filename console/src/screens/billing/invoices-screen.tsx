// The invoices of an organisation, for all of its projects, deleted ones too.
import { getRouteApi } from '@tanstack/react-router'
import { useMessages } from '#i18n/language.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Invoices } from './invoices.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/organisations/$organisationId/invoices')

/** InvoicesScreen lists the invoices of an organisation. */
export function InvoicesScreen() {
  const m = useMessages(messages)
  const { organisationId } = route.useParams()
  const { invoice } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader title={m.invoices} about={m.organisationHint} />
      <Invoices
        of={{ organisationId }}
        opened={invoice}
        onOpen={(invoice) => navigate({ search: { invoice } })}
      />
    </>
  )
}
