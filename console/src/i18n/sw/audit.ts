import type { Messages } from '#i18n/en.ts'

/** audit is the screen of the audit log. */
export const audit: Messages['audit'] = {
  title: 'Kumbukumbu ya ukaguzi',
  about:
    'Nani alibadilisha nini, kwa kitambulisho gani na kutoka wapi, na nani alisoma siri. Hutunzwa siku 400.',
  search: 'Kitendo au eneo, kwa mfano secrets',
  action: 'Kitendo',
  actor: 'Nani',
  anybody: 'Yeyote',
  apiKey: 'Ufunguo wa API',
  formerMember: 'Mwanachama wa zamani',
  address: 'Anwani',
  time: 'Lini',
  since: 'Tangu',
  spans: {
    ever: 'Wakati wowote',
    day: 'Saa 24 zilizopita',
    week: 'Siku 7 zilizopita',
    month: 'Siku 30 zilizopita',
  },
  download: 'Pakua CSV',
  entry: 'Ingizo',
  gone: 'Ingizo hili halitunzwi tena.',
  target: 'Kilichotendewa',
  credential: 'Kitambulisho',
  request: 'Ombi',
  details: 'Maelezo',
  before: 'Kabla',
  after: 'Baada',
}
