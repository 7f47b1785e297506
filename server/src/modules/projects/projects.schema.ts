// Request and response schemas of the project routes.
import { z } from 'zod'
import { keysetFields, searchText } from '#platform/http/routes/keyset-pages.ts'
import { plainText, queryFalse, uuid } from '#platform/http/routes/validation.ts'
import { STEP_NAMES } from './deletion-steps.ts'
import { PROJECT_ORDERS } from './projects.store.ts'

const color = z
  .enum([
    'red',
    'orange',
    'amber',
    'lime',
    'green',
    'teal',
    'cyan',
    'blue',
    'indigo',
    'violet',
    'purple',
    'pink',
  ])
  .meta({ id: 'ProjectColor' })

/** projectCreate is the body of POST /projects. */
export const projectCreate = z
  .strictObject({
    name: plainText(100).describe('How people call the project.'),
    organisation_id: uuid.optional().describe('Default: your personal organisation.'),
  })
  .meta({ id: 'ProjectCreate' })

/** projectUpdate is the body of PATCH /projects/{id}. */
export const projectUpdate = z
  .strictObject({
    name: plainText(100).optional(),
    color: color.nullable().optional().describe('By which people tell it from others; null for none.'),
  })
  .meta({ id: 'ProjectUpdate' })

/** projectTransfer is the body of POST /projects/{id}/transfer. */
export const projectTransfer = z
  .strictObject({ organisation_id: uuid.describe('The organisation that gets the project.') })
  .meta({ id: 'ProjectTransfer' })

/** projectList is the query of GET /projects. */
export const projectList = z.object({
  status: z
    .enum(['active', 'deleting', 'purging'])
    .default('active')
    .describe(
      '`deleting` lists projects whose deletion can still be undone; `purging` those whose data is being removed.',
    ),
  search: searchText.optional().describe('A part of the name, or the id.'),
  organisation_id: uuid.optional(),
  figures: queryFalse.describe(
    'Whether to add how much each project stores, and its requests of the last 24 hours.',
  ),
  ...keysetFields(PROJECT_ORDERS),
})

const figures = z.object({
  bytes: z
    .number()
    .nullable()
    .describe(
      'Of the database and of files, the most on the day of the last measurement; null for a new project.',
    ),
  requests: z
    .number()
    .describe(
      'Of the last 24 hours, about: those of this day in UTC, and of the day before the share that those hours have of it.',
    ),
})

/** project is a project as the API shows it. */
export const project = z
  .object({
    id: z.uuid(),
    organisation_id: z.uuid(),
    name: z.string(),
    color: color.nullable(),
    status: z.enum(['active', 'deleting', 'purging']),
    delete_at: z.iso
      .datetime()
      .nullable()
      .describe('Until when the deletion of the project can be undone; null unless it is deleted.'),
    deletion: z
      .object({
        step: z.enum(STEP_NAMES).describe('What is being removed; `check` looks for remains.'),
        done: z.int().describe('How many steps are done.'),
        of: z.int(),
      })
      .nullable()
      .describe('How far the removal of its data is; null where it has not begun.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    figures: figures
      .nullable()
      .optional()
      .describe('In lists with `figures=true`; null without the permission `usage:read`.'),
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
