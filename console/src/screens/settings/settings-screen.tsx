// Settings of a project: name, rate limits, and its end.
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { organisationsQuery } from '#api/accounts.ts'
import { useMay } from '#api/permissions.ts'
import { projectQuery, renameProject } from '#api/projects.ts'
import type { Project } from '#api/schemas.ts'
import { useLanguage } from '#i18n/language.tsx'
import { CopyField } from '#ui/copy-button.tsx'
import { Details } from '#ui/details.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#ui/form.tsx'
import { Input } from '#ui/input.tsx'
import { Moment } from '#ui/moment.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Section, Sections } from '#ui/section.tsx'
import { toast } from '#ui/toast.tsx'
import { DeleteProject } from './delete-project.tsx'
import { RateLimits } from './rate-limits.tsx'
import classes from './settings.module.css'

const route = getRouteApi('/signed-in/projects/$projectId/settings')

/** SettingsScreen has a form for each thing that is changed by itself. */
export function SettingsScreen() {
  const { m } = useLanguage()
  const { projectId } = route.useParams()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const may = useMay(projectId)
  return (
    <>
      <PageHeader title={m.settings.title} about={m.settings.about} />
      <Sections>
        <Facts project={project} />
        {may('projects:write') ? <Name key={project.name} project={project} /> : null}
        <RateLimits projectId={projectId} mayWrite={may('projects:write')} />
        {may('projects:delete') ? <DeleteProject project={project} /> : null}
      </Sections>
    </>
  )
}

function Facts({ project }: { readonly project: Project }) {
  const { m } = useLanguage()
  const words = m.settings
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const organisation = organisations.find(({ id }) => id === project.organisation_id)
  return (
    <Section title={words.facts}>
      <div className={classes.facts}>
        <Details
          items={[
            { title: words.id, value: <CopyField text={project.id} what={words.id} /> },
            {
              title: words.organisation,
              value:
                organisation === undefined ? (
                  '—'
                ) : (
                  <Link
                    to="/organisations/$organisationId"
                    params={{ organisationId: project.organisation_id }}
                  >
                    {organisation.name}
                  </Link>
                ),
            },
            { title: words.created, value: <Moment iso={project.created_at} /> },
          ]}
        />
      </div>
    </Section>
  )
}

function Name({ project }: { readonly project: Project }) {
  const { m } = useLanguage()
  const words = m.settings
  const [name, setName] = useState(project.name)
  const attempt = useMutation({
    mutationFn: () => renameProject(project.id, name),
    onSuccess: () => toast(words.saved),
  })
  return (
    <Section title={words.name}>
      <Form
        onSubmit={attempt.mutate}
        dirty={name !== project.name}
        busy={attempt.isPending}
        action={words.save}
      >
        <Field label={words.projectName} error={attempt.error?.message}>
          <Input required maxLength={100} autoComplete="off" value={name} onValueChange={setName} />
        </Field>
      </Form>
    </Section>
  )
}
