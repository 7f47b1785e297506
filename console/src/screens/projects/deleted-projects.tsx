// Deleted projects, below the list of the others: those that can be restored, and how far the removal of the rest is.
import { useQuery } from '@tanstack/react-query'
import { useAct } from '#acts/use-act.ts'
import { organisationsQuery } from '#api/account/accounts.ts'
import type { Project } from '#api/client/schemas.ts'
import { goneProjectsQuery, isRestorable, refreshProjects, restoreProject } from '#api/project/projects.ts'
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { type Column, Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { Moment } from '#ui/page/moment.tsx'
import { Section } from '#ui/page/section.tsx'
import { messages } from './messages.ts'

const MAY_RESTORE = 'projects:delete'

/** DeletedProjects restores projects, and is nothing where there are none. */
export function DeletedProjects() {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const words = m.deleted
  const { data: projects = [] } = useQuery(goneProjectsQuery)
  const { data: organisations = [] } = useQuery(organisationsQuery)
  const restore = useAct(({ name }) => `${words.restore}: ${name}`, {
    mutationFn: ({ id }: Project) => restoreProject(id),
    onSuccess: async ({ name }) => {
      toast(words.restored(name))
      await refreshProjects()
    },
  })
  if (projects.length === 0) return null
  const mayRestore = ({ organisation_id }: Project) =>
    organisations.find(({ id }) => id === organisation_id)?.permissions.includes(MAY_RESTORE) ?? false
  const columns: Column<Project>[] = [
    { title: m.columns.name, cell: ({ name }) => name },
    { title: words.state, cell: (project) => <State project={project} /> },
    {
      title: common.actions.menu,
      hidden: true,
      end: true,
      cell: (project) =>
        isRestorable(project) && mayRestore(project) ? (
          <Button
            aria-label={`${words.restore}: ${project.name}`}
            busy={restore.isPending}
            onClick={() => restore.mutate(project)}
          >
            {words.restore}
          </Button>
        ) : null,
    },
  ]
  return (
    <Section title={words.title} about={words.about}>
      <Table label={words.title} columns={columns} rows={projects} rowKey={({ id }) => id} />
    </Section>
  )
}

function State({ project }: { readonly project: Project }) {
  const m = useMessages(messages)
  const words = m.deleted
  const { deletion, delete_at } = project
  if (isRestorable(project))
    return (
      <>
        {words.until} <Moment iso={delete_at} relative />
      </>
    )
  if (deletion === null) return words.waiting
  return words.removing(words.steps[deletion.step], deletion.done, deletion.of)
}
