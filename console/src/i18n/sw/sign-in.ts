import type { Messages } from '#i18n/en.ts'

/** signIn is the screens in front of the session. */
export const signIn: Messages['signIn'] = {
  title: 'Ingia Msingi',
  setupTitle: 'Unda akaunti ya kwanza',
  setupHint: 'Seva hii bado haina akaunti. Ya kwanza ndiyo mmiliki.',
  setupLink: 'Fungua kiungo kinachoonyeshwa na kumbukumbu ya seva inapoanza: kina tokeni ya usanidi.',
  registerTitle: 'Fungua akaunti',
  email: 'Barua pepe',
  password: 'Nenosiri',
  passwordHint: 'Angalau herufi 8, zenye herufi na tarakimu.',
  show: 'Onyesha nenosiri',
  hide: 'Ficha nenosiri',
  fullName: 'Jina kamili',
  code: 'Msimbo kutoka barua pepe',
  codeHint: 'Kuna aliyejaribu manenosiri mengi. Tumetuma msimbo kwenye anwani yako.',
  submit: 'Ingia',
  submitRegister: 'Fungua akaunti',
  toRegister: 'Fungua akaunti',
  toSignIn: 'Ingia badala yake',
  noAccount: 'Huna akaunti?',
  haveAccount: 'Una akaunti?',
}
