// The SQL of templates: table `msingi_auth.message_templates`, one row per text that a project has changed.
import type { Queryable } from '#platform/db/transaction.ts'
import type { MessageKind, MessageText } from './message-texts.ts'

export interface TemplateRow extends MessageText {
  readonly kind: MessageKind
  readonly updated_at: Date
}

const COLUMNS = 'kind, subject, text, html, updated_at'

export async function listTemplates(db: Queryable, projectId: string): Promise<TemplateRow[]> {
  const { rows } = await db.query<TemplateRow>(
    `select ${COLUMNS} from msingi_auth.message_templates where project_id = $1`,
    [projectId],
  )
  return rows
}

export async function findTemplate(
  db: Queryable,
  projectId: string,
  kind: MessageKind,
): Promise<TemplateRow | undefined> {
  const { rows } = await db.query<TemplateRow>(
    `select ${COLUMNS} from msingi_auth.message_templates where project_id = $1 and kind = $2`,
    [projectId, kind],
  )
  return rows[0]
}

/** saveTemplate inserts or replaces a template. */
export async function saveTemplate(
  db: Queryable,
  projectId: string,
  { kind, subject, text, html, updated_at }: TemplateRow,
): Promise<void> {
  await db.query(
    `insert into msingi_auth.message_templates (project_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6)
     on conflict (project_id, kind) do update set subject = $3, text = $4, html = $5, updated_at = $6`,
    [projectId, kind, subject, text, html, updated_at],
  )
}

/** deleteTemplate reports whether the project had such a template. */
export async function deleteTemplate(db: Queryable, projectId: string, kind: MessageKind): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from msingi_auth.message_templates where project_id = $1 and kind = $2',
    [projectId, kind],
  )
  return rowCount === 1
}
