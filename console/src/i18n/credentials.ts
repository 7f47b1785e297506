// What signing in and the own account say of credentials.

const en = {
  passwordHint: 'At least 8 characters, with a letter and a digit.',
  passkey: 'Use a passkey',
  recoveryCode: 'Recovery code',
}

const sw: typeof en = {
  passwordHint: 'Angalau herufi 8, zenye herufi na tarakimu.',
  passkey: 'Tumia ufunguo wa siri wa kifaa',
  recoveryCode: 'Msimbo wa urejeshaji',
}

/** credentials is that. */
export const credentials = { en, sw }
