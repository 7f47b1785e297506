import type { Plural } from '#i18n/plural.ts'

/** logs is the screen of the request log. */
export const logs = {
  title: 'Request logs',
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
