// The answer of GET /setup.
import { z } from 'zod'

/** setup is what an installation offers. */
export const setup = z
  .object({
    version: z.string(),
    environment: z.enum(['development', 'production']),
    has_accounts: z.boolean(),
    registration: z
      .enum(['open', 'setup_token', 'invitation'])
      .describe('Who can register: anybody, who has the setup token from the log, or who has an invitation.'),
    mail: z.boolean().describe('Whether mails leave the server.'),
    sms: z.boolean().describe('Whether SMS leave the server.'),
    quiet: z.boolean().describe('It was restored, and sends nothing by itself yet.'),
    modules: z.array(z.string()).describe('The names of the modules of the server.'),
    limits: z.object({ body_bytes: z.int().describe('The most bytes of a JSON body.') }),
  })
  .meta({ id: 'Setup' })
