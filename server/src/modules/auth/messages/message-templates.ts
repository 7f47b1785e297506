// The texts of project auth messages: the defaults, or the project's own.
import type { z } from 'zod'
import type { Auth } from '#modules/auth/context/auth.ts'
import type { ProjectRecord } from '#platform/credentials/actor.ts'
import { invalidInput, notFound } from '#platform/errors/app-error.ts'
import type { Platform } from '#platform/platform.ts'
import type { templateUpdate } from './message-templates.schema.ts'
import * as store from './message-templates.store.ts'
import { kindOf, MESSAGE_KINDS, type MessageKind, type MessageValues } from './message-texts.ts'
import { fillIn, fillInHtml, placeholderProblems, withoutEmpty } from './placeholders.ts'

/** RenderedMessage is a message without a recipient. */
export type RenderedMessage = MessageSource &
  (
    | { readonly channel: 'sms'; readonly text: string }
    | { readonly channel: 'mail'; readonly subject: string; readonly text: string; readonly html?: string }
  )

/** MessageSource is what a message was made from, for functions that write their own. */
export interface MessageSource {
  readonly kind?: string
  readonly values?: Readonly<Record<string, string>>
}

// A longer SMS is sent, and billed, as four or more parts.
const MAX_SMS = 480

/** renderMessage fills in the project's template, or the default one. */
export async function renderMessage<Kind extends MessageKind>(
  { platform }: Auth,
  project: ProjectRecord,
  kind: Kind,
  values: MessageValues<Kind>,
): Promise<RenderedMessage> {
  const { channel, ...defaults } = kindOf(kind)
  const own = await store.findTemplate(platform.clusters.of(project).admin, project.id, kind)
  const template = own ?? defaults
  const all = Object.fromEntries(
    Object.entries({ ...values, project: project.name }).map(([name, value]) => [name, oneLine(value)]),
  )
  const text = withoutEmpty(template.text, all)
  const { subject } = template
  const html = template.html === null ? null : withoutEmpty(template.html, all)
  const source = { kind, values: all }
  if (channel === 'sms') return { ...source, channel, text: fillIn(text, all) }
  const mail = { ...source, channel, subject: fillIn(subject ?? '', all), text: fillIn(text, all) }
  return html === null ? mail : { ...mail, html: fillInHtml(html, all) }
}

/** listTemplates returns the effective template of each kind of message. */
export async function listTemplates(platform: Platform, project: ProjectRecord) {
  const own = await store.listTemplates(platform.clusters.of(project).admin, project.id)
  return (Object.keys(MESSAGE_KINDS) as MessageKind[]).map((kind) =>
    present(
      kind,
      own.find((row) => row.kind === kind),
    ),
  )
}

export async function updateTemplate(
  platform: Platform,
  project: ProjectRecord,
  kind: MessageKind,
  input: z.output<typeof templateUpdate>,
) {
  checkTemplate(kind, input)
  const { text, subject = kindOf(kind).subject, html = null } = input
  const row = { kind, subject, text, html, updated_at: platform.clock.now() }
  await store.saveTemplate(platform.clusters.of(project).admin, project.id, row)
  return present(kind, row)
}

/** removeTemplate restores the default texts, or throws 404 if they are in use already. */
export async function removeTemplate(
  platform: Platform,
  project: ProjectRecord,
  kind: MessageKind,
): Promise<void> {
  const removed = await store.deleteTemplate(platform.clusters.of(project).admin, project.id, kind)
  if (!removed) throw notFound(`A template of this project for ${kind}`)
}

function present(kind: MessageKind, own: store.TemplateRow | undefined) {
  const { channel, placeholders, ...defaults } = kindOf(kind)
  const { subject, text, html } = own ?? defaults
  const updated_at = own?.updated_at ?? null
  return { kind, channel, subject, text, html, placeholders: [...placeholders], updated_at }
}

function checkTemplate(kind: MessageKind, input: z.output<typeof templateUpdate>): void {
  const { channel, placeholders, needs } = kindOf(kind)
  const found: [field: string, problem: string][] = []
  for (const field of ['subject', 'text', 'html'] as const) {
    const template = input[field]
    if (template === undefined) continue
    if (channel === 'sms' && field !== 'text') found.push([field, 'is not allowed in an SMS'])
    // Mail programs show either the text or the HTML, so each must contain the code or link.
    const needed = field === 'subject' ? [] : needs
    for (const problem of placeholderProblems(template, placeholders, needed)) found.push([field, problem])
  }
  if (channel === 'sms' && input.text.length > MAX_SMS)
    found.push(['text', `must have at most ${MAX_SMS} characters in an SMS`])
  if (found.length === 0) return
  throw invalidInput(
    found.map(([field, problem]) => `${field}: ${problem}.`),
    { fields: found.map(([field]) => field) },
  )
}

// A project's name can contain line breaks; a subject must not.
function oneLine(value: string | number): string {
  return String(value).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
