import type { Messages } from '#i18n/en.ts'

/** projects is the list of projects and a project's overview. */
export const projects: Messages['projects'] = {
  title: 'Miradi',
  about: 'Kila mradi una majedwali, watumiaji, faili na funguo zake.',
  search: 'Tafuta kwa jina au kitambulisho',
  count: (n, plural) => `${plural(n, { one: 'mradi', other: 'miradi' })} ${n}`,
  deleted: {
    title: 'Miradi iliyofutwa',
    about: 'Haifanyi kazi. Yaliyomo yataondolewa kabisa baada ya muda ulioandikwa hapa.',
    until: 'Inaweza kurejeshwa mpaka',
    restore: 'Rejesha',
    restored: (name) => `${name} umerudi`,
  },
  columns: { name: 'Jina', organisation: 'Shirika', created: 'Uliundwa' },
  emptyTitle: 'Hakuna miradi bado',
  emptyHint: 'Mradi ni hifadhidata yenye API, kuingia na mabadiliko ya moja kwa moja, tayari kwa sekunde.',
  create: 'Mradi mpya',
  createHint: 'Unaweza kubadilisha jina wakati wowote.',
  name: 'Jina',
  organisation: 'Shirika',
  created: (name) => `${name} uko tayari`,
  home: {
    today: 'Leo',
    todayHint: 'Tangu saa sita usiku UTC',
    requests: 'Maombi',
    egress: 'Zilizotumwa kwa wateja',
    users: 'Watumiaji hai',
    database: 'Hifadhidata',
    connect: 'Unganisha',
    connectHint:
      'Anwani ya API na ufunguo salama kwa vivinjari na programu: unaruhusu tu yale ambayo sera zinaruhusu.',
    address: 'Anwani ya API',
    projectId: 'Kitambulisho cha mradi',
    publishable: 'Ufunguo wa umma',
    publishableHint: 'Funguo huonyeshwa mara moja tu, zinapoundwa. Unda mmoja, uuweke mahali pa YOUR_KEY.',
    createKey: 'Funguo za API',
    language: 'Lugha',
  },
}
