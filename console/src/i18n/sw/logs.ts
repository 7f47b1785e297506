import type { Messages } from '#i18n/en.ts'

/** logs is the screen of the request log. */
export const logs: Messages['logs'] = {
  title: 'Kumbukumbu za maombi',
  about: 'Maombi kwa API ya mradi huu. Huhifadhiwa kwa siku 7; maudhui na siri hazihifadhiwi kamwe.',
  shown: (n, plural) => plural(n, { one: `Ombi ${n} linaonyeshwa`, other: `Maombi ${n} yanaonyeshwa` }),
  filters: {
    path: 'Njia inaanza na…',
    span: 'Muda',
    status: 'Hali',
    method: 'Mbinu',
    key: 'Ufunguo wa API',
    duration: 'Muda uliotumika',
  },
  spans: {
    all: 'Siku 7 zilizopita',
    day: 'Saa 24 zilizopita',
    hour: 'Saa iliyopita',
    quarter: 'Dakika 15 zilizopita',
  },
  statuses: {
    all: 'Hali yoyote',
    '2xx': '2xx imefaulu',
    '3xx': '3xx imeelekezwa',
    '4xx': '4xx imekataliwa',
    '5xx': '5xx imeshindwa',
  },
  anyMethod: 'Mbinu yoyote',
  anyKey: 'Mwombaji yeyote',
  durations: {
    all: 'Muda wowote',
    '100': 'Milisekunde 100 au zaidi',
    '1000': 'Sekunde 1 au zaidi',
    '5000': 'Sekunde 5 au zaidi',
  },
  follow: 'Fuatilia',
  unfollow: 'Acha kufuatilia',
  clear: 'Ondoa vichujio',
  emptyTitle: 'Hakuna maombi bado',
  emptyHint: 'Maombi huonekana hapa mara programu inapoita API ya mradi.',
  connect: 'Onyesha jinsi ya kuunganisha',
  columns: { path: 'Ombi', status: 'Hali', duration: 'Muda', caller: 'Mwombaji', time: 'Wakati' },
  callers: {
    api_key: 'Ufunguo wa API',
    user: 'Mtumiaji',
    dashboard: 'Dashibodi',
    anonymous: 'Asiyejulikana',
  },
  milliseconds: (n) => `ms ${n}`,
  details: 'Ombi',
  fields: {
    requestId: 'Kitambulisho cha ombi',
    address: 'Anwani',
    leftOut: 'Yaliyoachwa kabla yake',
    callerId: 'Kitambulisho cha mwombaji',
  },
  gone: 'Ombi hili halihifadhiwi tena.',
}
