// Where codes are on an installation whose mails do not leave it.

const en = {
  log: (email: string) => `No mail leaves this server: what it says to ${email} is in its log.`,
  none: 'This server sends no mail: its operator has to set SMTP_URL.',
}

const sw: typeof en = {
  log: (email) =>
    `Hakuna barua pepe inayoondoka kwenye seva hii: inachomwambia ${email} kiko kwenye kumbukumbu zake.`,
  none: 'Seva hii haitumi barua pepe: mwendeshaji wake anapaswa kuweka SMTP_URL.',
}

/** noMail is what screens say of it that could otherwise promise a mail. */
export const noMail = { en, sw }

/** noMailIn says where the code for an address is; undefined where a mail brings it. */
export function noMailIn(
  setup: { readonly mail: boolean; readonly environment: string } | undefined,
  m: typeof en,
  email: string,
): string | undefined {
  if (setup === undefined || setup.mail) return undefined
  return setup.environment === 'development' ? m.log(email) : m.none
}
