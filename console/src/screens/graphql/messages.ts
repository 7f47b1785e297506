import { titles } from '#i18n/titles.ts'

const en = {
  title: titles.en.graphql,
  about: 'Queries and mutations over the tables. The schema follows them at once.',
  run: 'Run',
  document: 'Document',
  variables: 'Variables',
  wrongVariables: 'This is no JSON object.',
  headers: 'Headers',
  headersHint: 'One a line, such as Idempotency-Key: 42. They are not kept.',
  wrongHeaders: 'Each line is a name, a colon and a value.',
  operation: 'Operation',
  copyCurl: 'Copy as curl',
  copied: 'The command is copied',
  answer: 'Answer',
  took: (ms: string) => `${ms} ms`,
  undone: 'The mutation was tried and undone.',
  hint: 'Ctrl Enter runs the document, or what is selected of it. Begin with a field of the schema.',
  notKept: (why: string) => `The document is not kept on the server: ${why}`,
  history: 'History',
  schema: 'Schema',
  searchSchema: 'Search the schema',
  allFields: 'All queries and mutations',
  values: 'Values:',
}

const sw: typeof en = {
  title: titles.sw.graphql,
  about: 'Hoja na mabadiliko juu ya majedwali. Muundo huyafuata papo hapo.',
  run: 'Endesha',
  document: 'Hati',
  variables: 'Vigeu',
  wrongVariables: 'Hiki si kitu cha JSON.',
  headers: 'Vichwa',
  headersHint: 'Kimoja kwa mstari, kama Idempotency-Key: 42. Havihifadhiwi.',
  wrongHeaders: 'Kila mstari ni jina, nukta mbili na thamani.',
  operation: 'Operesheni',
  copyCurl: 'Nakili kama curl',
  copied: 'Amri imenakiliwa',
  answer: 'Jibu',
  took: (ms) => `ms ${ms}`,
  undone: 'Badiliko lilijaribiwa na kutenguliwa.',
  hint: 'Ctrl Enter huendesha hati, au sehemu yake iliyochaguliwa. Anza na sehemu ya muundo.',
  notKept: (why) => `Hati haijahifadhiwa kwenye seva: ${why}`,
  history: 'Historia',
  schema: 'Muundo',
  searchSchema: 'Tafuta katika muundo',
  allFields: 'Hoja na mabadiliko yote',
  values: 'Thamani:',
}

/** messages is what the screen of GraphQL says. */
export const messages = { en, sw }
