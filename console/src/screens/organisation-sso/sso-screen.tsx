// The single sign-on of an organisation: its provider, and the domains whose members it lets in.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { SsoSettings } from '#api/client/schemas.ts'
import { useMayIn } from '#api/organisations/permissions.ts'
import { removeSso, ssoQuery } from '#api/organisations/sso.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Note, Section, Sections } from '#ui/page/section.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { messages } from './messages.ts'
import classes from './sso.module.css'
import { SsoDomains } from './sso-domains.tsx'
import { SsoForm } from './sso-form.tsx'

const route = getRouteApi('/signed-in/organisations/$organisationId/sso')

/** SsoScreen has the provider first: without one, domains let nobody in. */
export function SsoScreen() {
  const m = useMessages(messages)
  const { organisationId } = route.useParams()
  const mayWrite = useMayIn(organisationId)('sso:write')
  const { data, isPending, error, refetch } = useQuery(ssoQuery(organisationId))
  const key = data === null ? 'none' : data?.updated_at
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      {isPending ? <Skeleton lines={6} /> : null}
      {error === null ? null : <ErrorState error={error} onRetry={refetch} />}
      {data === undefined ? null : (
        <Sections>
          {data === null ? null : (
            <Section title={m.callback} about={m.callbackHint}>
              <div className={classes.box}>
                <CopyField text={data.callback_url} what={m.callback} />
              </div>
            </Section>
          )}
          <Section title={m.provider} about={m.providerHint}>
            {mayWrite ? (
              <SsoForm key={key} organisationId={organisationId} stored={data} />
            ) : (
              <Note>{data === null ? m.none : m.read(data.issuer, data.client_id)}</Note>
            )}
          </Section>
          {data === null ? null : <SsoDomains organisationId={organisationId} mayWrite={mayWrite} />}
          {data !== null && mayWrite ? <Remove organisationId={organisationId} sso={data} /> : null}
        </Sections>
      )}
    </>
  )
}

function Remove({ organisationId, sso }: { readonly organisationId: string; readonly sso: SsoSettings }) {
  const m = useMessages(messages)
  const [asks, setAsks] = useState(false)
  const button = (
    <Button kind="danger" onClick={() => setAsks(true)}>
      {m.remove}
    </Button>
  )
  return (
    <Section title={m.remove} action={button}>
      <Note>{m.removeHint}</Note>
      {asks ? (
        <ConfirmDialog
          title={m.removeTitle}
          about={m.removeHint}
          action={m.remove}
          name={new URL(sso.issuer).host}
          done={m.removed}
          onConfirm={() => removeSso(organisationId)}
          onClose={() => setAsks(false)}
        />
      ) : null}
    </Section>
  )
}
