// What the messages of project auth say until a project says otherwise, and what each kind has to say.

/** MessageText is what a message says; an SMS has neither subject nor HTML. */
export interface MessageText {
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
}

interface KindOfMessage extends MessageText {
  readonly channel: 'mail' | 'sms'
  /** placeholders are the values that the message may name, as {{code}} for instance. */
  readonly placeholders: readonly string[]
  /** needs are the placeholders of which a text must have at least one, or it would be of no use to its reader. */
  readonly needs: readonly string[]
}

const BY_CODE = ['code', 'minutes', 'project'] as const
const BY_LINK = ['code', 'link', 'minutes', 'project'] as const
const NOT_ASKED_FOR = 'If you did not ask for it, you need not do anything.'

/** MESSAGE_KINDS are all messages that project auth sends, with the default texts. */
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
    subject: 'Your code to set a new password',
    text:
      '{{code}} is your code to set a new password for {{project}}. It is valid for {{minutes}} minutes.\n\n' +
      NOT_ASKED_FOR,
    html: null,
  },
  sign_in_code: {
    channel: 'mail',
    placeholders: BY_CODE,
    needs: ['code'],
    subject: 'Your code to sign in to {{project}}',
    text:
      'Somebody has tried many wrong passwords for your account at {{project}}, or is trying them now. If you want to ' +
      'sign in, send this code together with your password: {{code}}. It is valid for {{minutes}} minutes.\n\n' +
      'Never tell it to anybody. ' +
      NOT_ASKED_FOR,
    html: null,
  },
  verify_email: {
    channel: 'mail',
    placeholders: BY_LINK,
    needs: ['link', 'code'],
    subject: 'Confirm your e-mail address',
    text:
      '{{code}} is your code to confirm your e-mail address for {{project}}. It is valid for {{minutes}} minutes.\n\n' +
      'Or open {{link}}\n\n' +
      NOT_ASKED_FOR,
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
      NOT_ASKED_FOR,
    html: null,
  },
} as const satisfies Record<string, KindOfMessage>

/** MessageKind names a message. */
export type MessageKind = keyof typeof MESSAGE_KINDS

/** MessageValues are what the caller fills in; the project's name comes with the project. */
export type MessageValues<Kind extends MessageKind> = Readonly<
  Record<Exclude<(typeof MESSAGE_KINDS)[Kind]['placeholders'][number], 'project'>, string | number>
>

/** kindOf gives what is to know of a kind. */
export function kindOf(kind: MessageKind): KindOfMessage {
  return MESSAGE_KINDS[kind]
}
