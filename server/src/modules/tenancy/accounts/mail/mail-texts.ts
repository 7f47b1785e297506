// What mails to accounts say.
import { HOURLY_CODE_MINUTES } from '#platform/sessions/long-codes.ts'

const IGNORE = 'Never share this code. If you did not request it, you can ignore this message.'

/** MailText is the subject and text of a mail. */
export interface MailText {
  readonly subject: string
  readonly text: string
}

export function signInMail(code: string): MailText {
  const text =
    'Someone has tried many wrong passwords for your account. If you are signing in yourself, enter ' +
    `this code together with your password: ${code}. It is valid for ${HOURLY_CODE_MINUTES} minutes.\n\n${IGNORE}`
  return { subject: 'Your code to sign in', text }
}

export function resetMail(code: string): MailText {
  const text =
    `Set a new password with this code: ${code}. It is valid for ${HOURLY_CODE_MINUTES} minutes. ` +
    `All your sessions end with it.\n\n${IGNORE}`
  return { subject: 'Your code to set a new password', text }
}

export function verifyMail(code: string): MailText {
  const text = `Confirm this address with the code ${code}. It is valid for ${HOURLY_CODE_MINUTES} minutes.\n\n${IGNORE}`
  return { subject: 'Confirm your e-mail address', text }
}

export function changeRequestedMail(newEmail: string): MailText {
  const text =
    `Someone with your password has asked to change the address of your account to ${newEmail}. ` +
    'If that was not you, change your password now: the change can then not be confirmed any more.'
  return { subject: 'Your e-mail address is about to change', text }
}

export function changedMail(newEmail: string): MailText {
  const text =
    `The address of your account was changed to ${newEmail}. If that was not you, ` +
    'write to the people who run this server.'
  return { subject: 'Your e-mail address was changed', text }
}
