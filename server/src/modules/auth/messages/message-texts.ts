// The default texts of project auth messages, and the placeholders that each kind needs.

/** MessageText is the content of a message; an SMS has neither subject nor HTML. */
export interface MessageText {
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
}

interface KindOfMessage extends MessageText {
  readonly channel: 'mail' | 'sms'
  /** placeholders are the allowed placeholders, such as {{code}}. */
  readonly placeholders: readonly string[]
  /** needs lists placeholders of which a text must have at least one. */
  readonly needs: readonly string[]
}

const BY_CODE = ['code', 'minutes', 'project'] as const
const BY_LINK = ['code', 'link', 'minutes', 'project'] as const
const IGNORE_IF_UNEXPECTED = 'If you did not request it, you can ignore this message.'

/** MESSAGE_KINDS are all messages that project auth sends, with their default texts. */
export const MESSAGE_KINDS = {
  otp: {
    channel: 'sms',
    placeholders: BY_CODE,
    needs: ['code'],
    subject: null,
    text: '{{code}} is your code for {{project}}. It is valid for {{minutes}} minutes.',
    html: null,
  },
  reset_password: {
    channel: 'mail',
    placeholders: BY_CODE,
    needs: ['code'],
    subject: 'Your password reset code',
    text:
      '{{code}} is your password reset code for {{project}}. It is valid for {{minutes}} minutes.\n\n' +
      IGNORE_IF_UNEXPECTED,
    html: null,
  },
  sign_in_code: {
    channel: 'mail',
    placeholders: BY_CODE,
    needs: ['code'],
    subject: 'Your code to sign in to {{project}}',
    text:
      'Someone has tried many wrong passwords for your account at {{project}}. If you are signing in yourself, ' +
      'enter this code together with your password: {{code}}. It is valid for {{minutes}} minutes.\n\n' +
      'Never share this code. ' +
      IGNORE_IF_UNEXPECTED,
    html: null,
  },
  verify_email: {
    channel: 'mail',
    placeholders: BY_LINK,
    needs: ['link', 'code'],
    subject: 'Verify your e-mail address',
    text:
      '{{code}} is your code to verify your e-mail address for {{project}}. It is valid for {{minutes}} minutes.\n\n' +
      'Or open {{link}}\n\n' +
      IGNORE_IF_UNEXPECTED,
    html: null,
  },
  magic_link: {
    channel: 'mail',
    placeholders: BY_LINK,
    needs: ['link', 'code'],
    subject: 'Sign in to {{project}}',
    text:
      '{{code}} is your code to sign in to {{project}}. It is valid for {{minutes}} minutes, and works once.\n\n' +
      'Or open {{link}}\n\n' +
      IGNORE_IF_UNEXPECTED,
    html: null,
  },
  invitation: {
    channel: 'mail',
    placeholders: ['code', 'link', 'days', 'project'],
    needs: ['link', 'code'],
    subject: 'You are invited to {{project}}',
    text:
      'You are invited to {{project}}. Your code to sign in is {{code}}. It is valid for {{days}} days, and works once.\n\n' +
      'Or open {{link}}\n\n' +
      'If you did not expect this invitation, you can ignore this message.',
    html: null,
  },
} as const satisfies Record<string, KindOfMessage>

export type MessageKind = keyof typeof MESSAGE_KINDS

/** MessageValues are the values of the placeholders, except for the project's name. */
export type MessageValues<Kind extends MessageKind> = Readonly<
  Record<Exclude<(typeof MESSAGE_KINDS)[Kind]['placeholders'][number], 'project'>, string | number>
>

/** kindOf returns the channel, placeholders and default texts of a kind. */
export function kindOf(kind: MessageKind): KindOfMessage {
  return MESSAGE_KINDS[kind]
}
