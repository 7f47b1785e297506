// How S3 clients reach the files of the project: endpoint, access keys and examples.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#acts/use-act.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { apiKeysQuery } from '#api/project/api-keys.ts'
import { readS3Access, s3Endpoint } from '#api/services/storage.ts'
import { useMessages } from '#i18n/language.tsx'
import classes from '#screens/storage/storage.module.css'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Drawer } from '#ui/overlays/dialog.tsx'
import { Details } from '#ui/page/details.tsx'
import { ErrorState, Skeleton } from '#ui/page/states.tsx'
import { CodeSnippets } from '#ui/snippets/code-snippets.tsx'
import { messages } from './messages.ts'
import { s3SnippetsOf } from './s3-snippets.ts'

const REGION = 'us-east-1'

/** S3Access shows the endpoint and examples with it; access keys are shown on demand, and forgotten when it is closed. */
export function S3Access({
  projectId,
  bucket = 'photos',
  onClose,
}: {
  readonly projectId: string
  /** bucket is one to have in the examples. */
  readonly bucket: string | undefined
  readonly onClose: () => void
}) {
  const m = useMessages(messages)
  const mayReveal = useMay(projectId)('api_keys:write')
  const [language, setLanguage] = useState<string>()
  const [accessKeyId, setAccessKeyId] = useState<string>()
  const endpoint = s3Endpoint(projectId)
  const snippets = s3SnippetsOf({
    endpoint,
    region: REGION,
    bucket,
    accessKeyId: accessKeyId ?? `<${m.yourId}>`,
    secret: `<${m.yourSecret}>`,
  })
  return (
    <Drawer open title={m.title} about={m.about} onClose={onClose}>
      <div className={classes.labelled}>
        <span>{m.endpoint}</span>
        <CopyField text={endpoint} what={m.endpoint} />
      </div>
      <Details
        items={[
          { title: m.region, value: <code>{REGION}</code> },
          { title: m.addressing, value: m.path },
        ]}
      />
      {mayReveal ? (
        <AccessKey projectId={projectId} onShown={setAccessKeyId} />
      ) : (
        <p className={classes.muted}>{m.mayNot}</p>
      )}
      <CodeSnippets label={m.snippets} snippets={snippets} language={language} onLanguage={setLanguage} />
    </Drawer>
  )
}

function AccessKey({
  projectId,
  onShown,
}: {
  readonly projectId: string
  readonly onShown: (accessKeyId: string | undefined) => void
}) {
  const m = useMessages(messages)
  const keys = useQuery(apiKeysQuery(projectId))
  const [keyId, setKeyId] = useState<string>()
  const reveal = useAct(m.reveal, {
    mutationFn: (id: string) => readS3Access(projectId, id),
    onSuccess: ({ access_key_id }) => onShown(access_key_id),
    // The answer holds a secret.
    gcTime: 0,
  })
  if (keys.isPending) return <Skeleton />
  if (keys.isError) return <ErrorState error={keys.error} onRetry={keys.refetch} />
  if (keys.data.length === 0) return <p className={classes.muted}>{m.noKeys}</p>
  return (
    <>
      <div className={classes.labelled}>
        <span>{m.key}</span>
        <Combobox
          label={m.key}
          placeholder={m.chooseKey}
          search={m.chooseKey}
          choices={keys.data.map(({ id, name, kind }) => ({ value: id, label: `${name} (${kind})` }))}
          value={keyId}
          onChange={(id) => {
            setKeyId(id)
            reveal.reset()
            onShown(undefined)
          }}
        />
        <p className={classes.muted}>{m.keyHint}</p>
      </div>
      {reveal.data === undefined ? (
        <div>
          <Button
            disabled={keyId === undefined}
            busy={reveal.isPending}
            onClick={() => keyId !== undefined && reveal.mutate(keyId)}
          >
            {m.reveal}
          </Button>
          <p className={classes.muted}>{m.revealHint}</p>
        </div>
      ) : (
        <>
          <div className={classes.labelled}>
            <span>{m.accessKeyId}</span>
            <CopyField text={reveal.data.access_key_id} what={m.accessKeyId} />
          </div>
          <div className={classes.labelled}>
            <span>{m.secret}</span>
            <CopyField text={reveal.data.secret_access_key} what={m.secret} />
          </div>
        </>
      )}
    </>
  )
}
