// Another project, from any screen.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { organisationsQuery } from '#api/accounts.ts'
import { projectsQuery } from '#api/projects.ts'
import { useLanguage } from '#i18n/language.tsx'
import { Combobox } from '#ui/combobox.tsx'

/** ProjectSwitcher finds a project by its name or that of its organisation. */
export function ProjectSwitcher({ projectId }: { readonly projectId: string | undefined }) {
  const { m } = useLanguage()
  const navigate = useNavigate()
  const { data: projects = [] } = useQuery(projectsQuery)
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  const shared = organisations.length > 1
  const choices = projects.map(({ id, name, organisation_id }) => {
    const organisation = names.get(organisation_id)
    return { value: id, label: shared && organisation ? `${name} · ${organisation}` : name }
  })
  return (
    <Combobox
      label={m.shell.switchProject}
      search={m.shell.findProject}
      placeholder={m.shell.noProject}
      choices={choices}
      value={projectId}
      onChange={(projectId) => navigate({ to: '/projects/$projectId', params: { projectId } })}
    />
  )
}
