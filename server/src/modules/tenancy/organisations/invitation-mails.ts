// Mails with the link of an invitation. The person who invites sees the link as well, so that a mail that is not sent stops nobody.
import { sendAccountMail } from '#modules/auth/messages/account-mail.service.ts'
import { type Counts, countEach } from '#platform/fairness/counts.ts'
import type { NamedLimit } from '#platform/fairness/windows.ts'
import type { Platform } from '#platform/platform.ts'
import { hasProvenEmail } from './members.store.ts'

// Whoever may invite writes to any address, in the name of the server.
const TO_ONE = { limit: 3, seconds: 3600 }
// Anyone can make organisations: what one person sends is counted as well.
const BY_ONE = { limit: 30, seconds: 3600 }
const ALL = { limit: 1000, seconds: 3600 }

/** InvitationMail is what is sent: to whom, into which organisation, by whom, and the link. */
export interface InvitationMail {
  readonly to: string
  readonly organisation: { readonly id: string; readonly name: string }
  readonly by: { readonly account_id: string; readonly email: string }
  readonly link: string
}

/** SendInvitation queues a mail, and reports whether it did. */
export type SendInvitation = (mail: InvitationMail) => Promise<boolean>

/**
 * openInvitationMails returns what sends them: where the server sends mail, and knows its public address in production, so that
 * no `Host` header of a request decides where the link leads.
 */
export function openInvitationMails(platform: Platform): SendInvitation {
  const { config, messages } = platform
  const counts: Counts = platform.openCounts('invitation-mails')
  const canSend = messages.mail !== undefined && (config.publicUrl !== undefined || !config.production)
  return async ({ to, organisation, by, link }) => {
    const toOne: NamedLimit = [`to ${to.toLowerCase()}`, TO_ONE]
    const limits: NamedLimit[] = config.rateLimits
      ? [[`by ${by.account_id}`, BY_ONE], [`by ${organisation.id}`, BY_ONE], toOne, ['all', ALL]]
      : [toOne]
    if (!canSend || (await countEach(counts, limits)) !== undefined) return false
    const name = (await hasProvenEmail(platform.clusters.main.admin, by.account_id)) ? by.email : 'Somebody'
    const text =
      `${name} invites you to the organisation “${organisation.name}”.\n\n${link}\n\n` +
      'The link is valid for 7 days, for this address alone. If you do not know the sender, ignore this message.'
    await sendAccountMail(platform, { to, subject: 'You are invited to an organisation', text }, true)
    return true
  }
}
