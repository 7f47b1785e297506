import type { Plural } from '#i18n/plural.ts'
import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.logs,
  about: 'The requests to this project’s API. They are kept for 7 days; bodies and credentials never are.',
  shown: (n: number, plural: Plural) =>
    `${n} ${plural(n, { one: 'request shown', other: 'requests shown' })}`,
  filters: {
    path: 'Path begins with…',
    span: 'Time',
    status: 'Status',
    method: 'Method',
    key: 'API key',
    duration: 'Duration',
  },
  spans: { all: 'Last 7 days', day: 'Last 24 hours', hour: 'Last hour', quarter: 'Last 15 minutes' },
  statuses: {
    all: 'Any status',
    '2xx': '2xx success',
    '3xx': '3xx redirect',
    '4xx': '4xx refused',
    '5xx': '5xx failed',
  },
  anyMethod: 'Any method',
  anyKey: 'Any caller',
  durations: { all: 'Any duration', '100': '100 ms or more', '1000': '1 s or more', '5000': '5 s or more' },
  follow: 'Follow',
  unfollow: 'Stop following',
  clear: 'Clear the filters',
  emptyTitle: 'No requests yet',
  emptyHint: 'Requests appear here as soon as a program calls the API of the project.',
  connect: 'Show how to connect',
  columns: { path: 'Request', status: 'Status', duration: 'Duration', caller: 'Caller', time: 'Time' },
  callers: { api_key: 'API key', user: 'User', dashboard: 'Console', anonymous: 'Anonymous' },
  milliseconds: (n: string) => `${n} ms`,
  details: 'Request',
  fields: {
    requestId: 'Request id',
    address: 'Address',
    leftOut: 'Left out before it',
    callerId: 'Id of the caller',
  },
  gone: 'This request is no longer kept.',
}

const sw: typeof en = {
  title: titles.sw.logs,
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

/** messages are those of the screen of the request log. */
export const messages = { en, sw }
