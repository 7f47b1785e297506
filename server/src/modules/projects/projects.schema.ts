// Request and response schemas of the project routes (design 6).
import { z } from 'zod'
import { keysetFields, searchText } from '#platform/http/routes/keyset-pages.ts'
import { plainText, uuid } from '#platform/http/routes/validation.ts'
import { PROJECT_ORDERS } from './projects.store.ts'

/** projectCreate is the body of POST /projects. */
export const projectCreate = z
  .strictObject({
    name: plainText(100).describe('How people call the project.'),
    organisation_id: uuid.optional().describe('Default: your personal organisation.'),
  })
  .meta({ id: 'ProjectCreate' })

/** projectUpdate is the body of PATCH /projects/{id}. */
export const projectUpdate = z.strictObject({ name: plainText(100).optional() }).meta({ id: 'ProjectUpdate' })

/** projectList is the query of GET /projects. */
export const projectList = z.object({
  status: z
    .enum(['active', 'deleting'])
    .default('active')
    .describe('`deleting` lists projects whose deletion can still be undone.'),
  search: searchText.optional().describe('A part of the name, or the id.'),
  organisation_id: uuid.optional(),
  ...keysetFields(PROJECT_ORDERS),
})

/** project is a project as the API shows it. */
export const project = z
  .object({
    id: z.uuid(),
    organisation_id: z.uuid(),
    name: z.string(),
    status: z.enum(['active', 'deleting', 'purging']),
    delete_at: z.iso
      .datetime()
      .nullable()
      .describe('Until when the deletion of the project can be undone; null unless it is deleted.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Project' })

/** projectDeletion is the answer to DELETE /projects/{id}. */
export const projectDeletion = z
  .object({
    id: z.uuid(),
    status: z.literal('deleting'),
    delete_at: z.iso.datetime().describe('Until when the deletion can be undone.'),
  })
  .meta({ id: 'ProjectDeletion' })

/** projectParams is the path of every route below a project. */
export const projectParams = z.object({ projectID: uuid })
