// Settings of a project: name and colour, rate limits, its organisation, and its end.
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { organisationsQuery } from '#api/account/accounts.ts'
import type { Project, ProjectColor } from '#api/client/schemas.ts'
import { useMay } from '#api/organisations/permissions.ts'
import { changeProject, projectQuery } from '#api/project/projects.ts'
import { useMessages } from '#i18n/language.tsx'
import { CopyField } from '#ui/buttons/copy-button.tsx'
import { choicesOf } from '#ui/forms/choices.ts'
import { useDraft } from '#ui/forms/draft.ts'
import { Field } from '#ui/forms/field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { NameField } from '#ui/forms/name-field.tsx'
import { Select } from '#ui/forms/select.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { ColorDot } from '#ui/page/color-dot.tsx'
import { Details } from '#ui/page/details.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Section, Sections } from '#ui/page/section.tsx'
import { DeleteProject } from './delete-project.tsx'
import { messages } from './messages.ts'
import { RateLimits } from './rate-limits.tsx'
import classes from './settings.module.css'
import { TransferProject } from './transfer-project.tsx'

const route = getRouteApi('/signed-in/projects/$projectId/settings')

/** SettingsScreen has a form for each thing that is changed by itself. */
export function SettingsScreen() {
  const m = useMessages(messages)
  const { projectId } = route.useParams()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const may = useMay(projectId)
  return (
    <>
      <PageHeader title={m.title} about={m.about} />
      <Sections>
        <Facts project={project} />
        {may('projects:write') ? <Name project={project} /> : null}
        <RateLimits projectId={projectId} mayWrite={may('projects:write')} />
        {may('projects:delete') ? <TransferProject project={project} /> : null}
        {may('projects:delete') ? <DeleteProject project={project} /> : null}
      </Sections>
    </>
  )
}

function Facts({ project }: { readonly project: Project }) {
  const m = useMessages(messages)
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const organisation = organisations.find(({ id }) => id === project.organisation_id)
  return (
    <Section title={m.facts}>
      <div className={classes.facts}>
        <Details
          items={[
            { title: m.id, value: <CopyField text={project.id} what={m.id} /> },
            {
              title: m.organisation,
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
            { title: m.created, value: <Moment iso={project.created_at} /> },
          ]}
        />
      </div>
    </Section>
  )
}

interface Look {
  readonly name: string
  readonly color: ProjectColor | 'none'
}

function Name({ project }: { readonly project: Project }) {
  const m = useMessages(messages)
  const { draft, dirty, changes, change, saving } = useDraft<Look>(() => ({
    name: project.name,
    color: project.color ?? 'none',
  }))
  const attempt = useMutation({
    mutationFn: () => {
      const { color, ...other } = changes
      const colored = color === undefined ? {} : { color: color === 'none' ? null : color }
      return saving(() => changeProject(project.id, { ...other, ...colored }))
    },
    onSuccess: () => toast(m.saved),
  })
  const choices = choicesOf(m.colors).map((choice) =>
    choice.value === 'none' ? choice : { ...choice, mark: <ColorDot color={choice.value} /> },
  )
  return (
    <Section title={m.look}>
      <Form onSubmit={attempt.mutate} dirty={dirty} busy={attempt.isPending} action={m.save}>
        <NameField
          label={m.projectName}
          error={attempt.error}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        <Field label={m.color} hint={m.colorHint}>
          <Select choices={choices} value={draft.color} onChange={(color) => change({ color })} />
        </Field>
      </Form>
    </Section>
  )
}
