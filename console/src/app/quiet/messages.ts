const en = {
  title: 'This server was restored and sends nothing yet',
  about:
    'Webhooks, cron jobs, mails in the background and checks of payments wait until an operator lets them.',
  look: 'What waits',
  resume: 'Let it work',
  resumed: 'The server works in the background',
  hint: 'What was due when the backup was made may have been sent since by the server that it was made of. What is dropped is never sent; the rest begins at once.',
  nothing: 'Nothing waits.',
  drop: (kind: string, count: string) => `Drop: ${kind} (${count})`,
  payments: (count: string) => `Open payments (${count}): asked about first, and never dropped`,
  kinds: {
    webhooks: 'deliveries of webhooks',
    functions: 'events for functions',
    cron_jobs: 'runs of cron jobs',
    mails: 'mails about notifications',
    alerts: 'alerts by mail, SMS and chat',
  },
}

const sw: typeof en = {
  title: 'Seva hii imerejeshwa na bado haitumi chochote',
  about:
    'Webhook, kazi za cron, barua pepe za chinichini na ukaguzi wa malipo husubiri hadi mwendeshaji aziruhusu.',
  look: 'Yanayosubiri',
  resume: 'Iruhusu ifanye kazi',
  resumed: 'Seva inafanya kazi chinichini',
  hint: 'Yaliyokuwa tayari nakala ilipotengenezwa huenda yameshatumwa na seva ambayo nakala ni yake. Yanayoachwa hayatumwi kamwe; mengine huanza mara moja.',
  nothing: 'Hakuna kinachosubiri.',
  drop: (kind, count) => `Acha: ${kind} (${count})`,
  payments: (count) => `Malipo yaliyo wazi (${count}): huulizwa kwanza, na hayaachwi kamwe`,
  kinds: {
    webhooks: 'utumaji wa webhook',
    functions: 'matukio ya function',
    cron_jobs: 'utekelezaji wa kazi za cron',
    mails: 'barua pepe za arifa',
    alerts: 'tahadhari kwa barua pepe, SMS na gumzo',
  },
}

/** messages are those of a server on restored data. */
export const messages = { en, sw }
