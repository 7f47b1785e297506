// Request and response schemas of templates.
import { z } from 'zod'
import { plainText, projectParams } from '#platform/http/routes/validation.ts'
import { MESSAGE_KINDS, type MessageKind } from './message-texts.ts'

const kinds = Object.keys(MESSAGE_KINDS) as [MessageKind, ...MessageKind[]]
const kind = z.enum(kinds, `must be one of ${kinds.join(', ')}`).meta({ id: 'MessageKind' })

/** templateUpdate is the body of PUT /auth/templates/{kind}. */
export const templateUpdate = z
  .strictObject({
    subject: plainText(200)
      .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), 'must be a single line')
      .optional()
      .describe('Of a mail; the default one where it is left out.'),
    text: plainText(10_000).describe('What the message says, in plain text.'),
    html: plainText(100_000).optional().describe('Of a mail: the same in HTML. Values are escaped in it.'),
  })
  .meta({ id: 'MessageTemplateUpdate' })

/** templateParams is the path of one template. */
export const templateParams = projectParams.extend({ kind })

/** template is what one kind of message says in a project. */
export const template = z
  .object({
    kind,
    channel: z.enum(['mail', 'sms']),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable(),
    placeholders: z.array(z.string()).describe('What the texts may name, as `{{code}}` for instance.'),
    updated_at: z.iso.datetime().nullable().describe('Null where the project has the default texts.'),
  })
  .meta({ id: 'MessageTemplate' })
