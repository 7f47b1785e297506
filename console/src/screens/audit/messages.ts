import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.audit,
  about:
    'Who changed what, through which credential and from where, and who read a secret. Kept for 400 days.',
  search: 'Action or area, such as secrets',
  action: 'Action',
  actor: 'Who',
  anybody: 'Anybody',
  apiKey: 'An API key',
  formerMember: 'A former member',
  address: 'Address',
  time: 'When',
  since: 'Since',
  spans: { ever: 'At any time', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  download: 'Download CSV',
  entry: 'Entry',
  gone: 'This entry is no longer kept.',
  target: 'Done to',
  credential: 'Credential',
  request: 'Request',
  details: 'Details',
  before: 'Before',
  after: 'After',
}

const sw: typeof en = {
  title: titles.sw.audit,
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

/** messages are those of the screen of the audit log. */
export const messages = { en, sw }
