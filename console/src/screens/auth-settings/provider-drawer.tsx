// One identity provider: what to register there, a sign-in to try, and what can be done to it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Provider } from '#api/client/schemas.ts'
import { BASE } from '#api/client/session.ts'
import { authSettingsQuery, deleteProvider } from '#api/project/auth.ts'
import { useMessages } from '#i18n/language.tsx'
import { Button, buttonClass } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import classes from './auth.module.css'
import { messages } from './messages.ts'
import { ProviderForm } from './provider-form.tsx'
import type { AuthPartProps } from './settings-form.tsx'

type Props = AuthPartProps & { readonly provider: Provider; readonly onClose: () => void }

/** ProviderDrawer shows it at the side of the list. */
export function ProviderDrawer({ projectId, provider, mayWrite, onClose }: Props) {
  const m = useMessages(messages)
  const words = m.providers
  const [act, setAct] = useState<'edit' | 'delete'>()
  const close = () => setAct(undefined)
  if (act === 'edit')
    return <ProviderForm projectId={projectId} provider={provider} onSaved={close} onClose={close} />
  if (act === 'delete')
    return (
      <ConfirmDialog
        title={words.deleteTitle(provider.name)}
        about={words.deleteHint}
        action={words.delete}
        name={provider.name}
        done={words.deleted(provider.name)}
        onConfirm={() => deleteProvider(projectId, provider.name)}
        onClose={close}
      />
    )
  const footer = mayWrite ? (
    <>
      <Button onClick={() => setAct('edit')}>{words.edit}</Button>
      <Button kind="danger" onClick={() => setAct('delete')}>
        {words.delete}
      </Button>
    </>
  ) : undefined
  return (
    <Drawer open title={provider.name} onClose={onClose} footer={footer}>
      <h3>{words.callback}</h3>
      <p className={classes.muted}>{words.callbackHint}</p>
      <CopyField text={provider.callback_url} what={words.callback} />
      <Details
        items={[
          { title: words.issuer, value: provider.issuer },
          { title: words.clientId, value: provider.client_id },
          { title: words.clientSecret, value: provider.has_client_secret ? words.hasSecret : words.noSecret },
          { title: words.scopes, value: provider.scopes.join(' ') },
          { title: words.state, value: provider.enabled ? words.enabled : words.disabled },
          { title: words.changed, value: <Moment iso={provider.updated_at} /> },
        ]}
      />
      <Test projectId={projectId} provider={provider} />
    </Drawer>
  )
}

function Test({ projectId, provider }: { readonly projectId: string; readonly provider: Provider }) {
  const m = useMessages(messages)
  const words = m.providers
  const { data: settings } = useQuery(authSettingsQuery(projectId))
  if (settings === undefined) return null
  const redirectTo = settings.redirect_urls.at(0)
  const address = `${BASE}/projects/${projectId}/auth/providers/${provider.name}/authorize`
  return (
    <section className={classes.test}>
      <h3>{words.test}</h3>
      {!provider.enabled ? <p className={classes.muted}>{words.testDisabled}</p> : null}
      {provider.enabled && redirectTo === undefined ? (
        <p className={classes.muted}>{words.testNeedsRedirect}</p>
      ) : null}
      {provider.enabled && redirectTo !== undefined ? (
        <>
          <p className={classes.muted}>{words.testHint(redirectTo)}</p>
          <a
            href={`${address}?${new URLSearchParams({ redirect_to: redirectTo })}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass()}
          >
            {words.testAction}
          </a>
        </>
      ) : null}
    </section>
  )
}
