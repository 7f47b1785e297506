const en = {
  hint: 'Go to a screen, a table, a user, or do something…',
  project: 'Project',
  table: 'Table',
  user: 'User',
  savedQuery: 'Saved query',
  action: 'Action',
  shortcuts: 'Keyboard shortcuts',
  create: {
    project: 'New project',
    table: 'New table',
    user: 'New user',
    invitation: 'Invite a user',
    fn: 'New function',
    job: 'New cron job',
    webhook: 'New webhook',
    bucket: 'New bucket',
    key: 'New API key',
    variable: 'New variable',
    domain: 'New domain',
  },
}

const sw: typeof en = {
  hint: 'Nenda kwenye skrini, jedwali, mtumiaji, au fanya jambo…',
  project: 'Mradi',
  table: 'Jedwali',
  user: 'Mtumiaji',
  savedQuery: 'Hoja iliyohifadhiwa',
  action: 'Kitendo',
  shortcuts: 'Mikato ya kibodi',
  create: {
    project: 'Mradi mpya',
    table: 'Jedwali jipya',
    user: 'Mtumiaji mpya',
    invitation: 'Alika mtumiaji',
    fn: 'Funksheni mpya',
    job: 'Kazi mpya ya ratiba',
    webhook: 'Webhook mpya',
    bucket: 'Ndoo mpya',
    key: 'Ufunguo mpya wa API',
    variable: 'Kigeu kipya',
    domain: 'Kikoa kipya',
  },
}

/** messages are those of the command palette. */
export const messages = { en, sw }
