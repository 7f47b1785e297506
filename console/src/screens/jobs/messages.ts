import type { Plural } from '#i18n/plural.ts'
import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.jobs,
  about:
    'Background work of the project that has failed for good, such as mails and events to functions. It is kept for seven days.',
  kind: 'Kind',
  anyKind: 'All kinds',
  columns: { choose: 'Choose', job: 'Job', error: 'Error', attempts: 'Attempts', failed: 'Failed' },
  kinds: {
    'function-event':
      'An event on its way to a function by a trigger: the deliveries of the trigger have its payload.',
  } as Readonly<Record<string, string>>,
  none: 'No failed jobs',
  noneHint: 'Work that has failed after all its attempts appears here.',
  shown: (n: number, plural: Plural) => `${n} ${plural(n, { one: 'failed job', other: 'failed jobs' })}`,
  latest: (n: number) => `The latest ${n} are shown.`,
  choose: (name: string, time: string) => `Choose ${name}, ${time}`,
  chooseAll: 'Choose all that are shown',
  id: 'Id of the job',
  created: 'Created',
  gone: 'This job is not among the failed ones any more.',
  retry: 'Run again',
  retryChosen: (n: number) => `Run ${n} again`,
  retryTitle: (n: number, plural: Plural) => `Run ${n} ${plural(n, { one: 'job', other: 'jobs' })} again?`,
  retryHint: 'They run in the background. What fails again comes back to this list.',
  retried: (n: number, plural: Plural) =>
    `${n} ${plural(n, { one: 'job runs again', other: 'jobs run again' })}`,
  discard: 'Discard',
  discardChosen: (n: number) => `Discard ${n}`,
  discardTitle: (n: number, plural: Plural) => `Discard ${n} ${plural(n, { one: 'job', other: 'jobs' })}?`,
  discardHint: 'What they were to do is not done. This cannot be undone.',
  discarded: (n: number, plural: Plural) =>
    `${n} ${plural(n, { one: 'job is discarded', other: 'jobs are discarded' })}`,
}

const sw: typeof en = {
  title: titles.sw.jobs,
  about:
    'Kazi za chinichini za mradi zilizoshindwa kabisa, kama barua pepe na matukio kwa funksheni. Hutunzwa kwa siku saba.',
  kind: 'Aina',
  anyKind: 'Aina zote',
  columns: { choose: 'Chagua', job: 'Kazi', error: 'Kosa', attempts: 'Majaribio', failed: 'Ilishindwa' },
  kinds: {
    'function-event':
      'Tukio lililokuwa likielekea kwa funksheni kupitia kichochezi: data yake iko kwenye utumaji wa kichochezi.',
  },
  none: 'Hakuna kazi zilizoshindwa',
  noneHint: 'Kazi iliyoshindwa baada ya majaribio yake yote huonekana hapa.',
  shown: (n, plural) => plural(n, { one: `kazi ${n} iliyoshindwa`, other: `kazi ${n} zilizoshindwa` }),
  latest: (n) => `Zinaonyeshwa ${n} za karibuni.`,
  choose: (name, time) => `Chagua ${name}, ${time}`,
  chooseAll: 'Chagua zote zinazoonyeshwa',
  id: 'Kitambulisho cha kazi',
  created: 'Iliundwa',
  gone: 'Kazi hii haimo tena kati ya zilizoshindwa.',
  retry: 'Endesha tena',
  retryChosen: (n) => `Endesha ${n} tena`,
  retryTitle: (n, plural) =>
    plural(n, { one: `Uendeshe kazi ${n} tena?`, other: `Uendeshe kazi ${n} tena?` }),
  retryHint: 'Huendeshwa chinichini. Itakayoshindwa tena itarudi kwenye orodha hii.',
  retried: (n, plural) =>
    plural(n, { one: `Kazi ${n} inaendeshwa tena`, other: `Kazi ${n} zinaendeshwa tena` }),
  discard: 'Tupa',
  discardChosen: (n) => `Tupa ${n}`,
  discardTitle: (n, plural) => plural(n, { one: `Utupe kazi ${n}?`, other: `Utupe kazi ${n}?` }),
  discardHint: 'Zilichopaswa kufanya hakitafanyika. Haiwezi kutenguliwa.',
  discarded: (n, plural) => plural(n, { one: `Kazi ${n} imetupwa`, other: `Kazi ${n} zimetupwa` }),
}

/** messages are those of the screen of failed jobs. */
export const messages = { en, sw }
