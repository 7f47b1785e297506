// Name and end of an organisation.
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { Organisation } from '#api/client/schemas.ts'
import {
  deleteOrganisation,
  organisationQuery,
  refreshOrganisations,
  renameOrganisation,
} from '#api/organisations/organisations.ts'
import { projectsQuery } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { useDraft } from '#ui/forms/draft.ts'
import { Form } from '#ui/forms/form.tsx'
import { NameField } from '#ui/forms/name-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Note, Section, Sections } from '#ui/page/section.tsx'
import { messages } from './messages.ts'

const route = getRouteApi('/signed-in/organisations/$organisationId/settings')

/** OrganisationSettingsScreen has a form for each thing that can be changed by itself. */
export function OrganisationSettingsScreen() {
  const m = useMessages(messages)
  const words = m.settings
  const { organisationId } = route.useParams()
  const { data: organisation } = useSuspenseQuery(organisationQuery(organisationId))
  const may = (permission: string) => organisation.permissions.includes(permission)
  return (
    <>
      <PageHeader title={words.title} about={words.about} />
      <Sections>
        {may('organisation:write') ? <Name organisation={organisation} /> : null}
        <Section title={words.id}>
          <Note>
            <CopyField text={organisation.id} what={words.id} />
          </Note>
        </Section>
        {may('organisation:delete') ? <Deletion organisation={organisation} /> : null}
      </Sections>
    </>
  )
}

function Name({ organisation }: { readonly organisation: Organisation }) {
  const m = useMessages(messages)
  const words = m.settings
  const { draft, dirty, change, saving } = useDraft(() => ({ name: organisation.name }))
  const attempt = useMutation({
    mutationFn: () =>
      saving(async ({ name }) => {
        await renameOrganisation(organisation.id, name)
        await refreshOrganisations()
      }),
    onSuccess: () => toast(words.saved),
  })
  return (
    <Section title={words.rename}>
      <Form onSubmit={attempt.mutate} dirty={dirty} busy={attempt.isPending} action={words.save}>
        <NameField
          label={m.name}
          error={attempt.error}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
      </Form>
    </Section>
  )
}

function Deletion({ organisation }: { readonly organisation: Organisation }) {
  const m = useMessages(messages)
  const { plural } = useLanguage()
  const words = m.settings
  const navigate = route.useNavigate()
  const { data: projects } = useQuery(projectsQuery)
  const [open, setOpen] = useState(false)
  const count = projects?.filter(({ organisation_id }) => organisation_id === organisation.id).length ?? 0
  const allowed = !organisation.is_personal && count === 0
  const hint = organisation.is_personal ? words.deletePersonal : words.deleteHint
  const button = allowed ? (
    <Button kind="danger" onClick={() => setOpen(true)}>
      {words.delete}
    </Button>
  ) : undefined
  return (
    <Section title={words.delete} action={button}>
      <Note>
        {hint} {!organisation.is_personal && count > 0 ? words.deleteProjects(count, plural) : null}
      </Note>
      {open ? (
        <ConfirmDialog
          title={`${words.delete}: ${organisation.name}`}
          about={words.deleteHint}
          action={words.delete}
          name={organisation.name}
          done={words.deleted(organisation.name)}
          onConfirm={() => deleteOrganisation(organisation.id)}
          onDone={async () => {
            await navigate({ to: '/organisations' })
            await refreshOrganisations()
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Section>
  )
}
