import type { Messages } from '#i18n/en.ts'

/** usage is the screen of usage. */
export const usage: Messages['usage'] = {
  title: 'Matumizi',
  about:
    'Mradi unachotumia, kwa siku au mwezi katika UTC. Safu na ukubwa ni kiwango cha juu cha kila kipindi.',
  by: 'Kipindi',
  periods: { day: 'Kwa siku, siku 30 zilizopita', month: 'Kwa mwezi, miezi 12 iliyopita' },
  period: 'Kipindi',
  meter: 'Kipimo',
  share: 'Sehemu ya kiwango cha juu',
  emptyTitle: 'Hakuna kilichotumika bado',
  emptyHint: 'Takwimu huonekana hapa API ya mradi inapoitwa.',
  connect: 'Onyesha jinsi ya kuunganisha',
  meters: {
    requests: 'Maombi',
    egress_bytes: 'Data iliyotumwa',
    function_invocations: 'Miito ya vitendakazi',
    function_cpu_ms: 'Muda wa kichakataji',
    live_connections: 'Miunganisho mubashara',
    live_messages: 'Ujumbe mubashara',
    sign_ins: 'Kuingia',
    webhook_attempts: 'Majaribio ya webhook',
    active_users: 'Watumiaji hai',
    payments: 'Malipo',
    database_rows: 'Safu',
    database_bytes: 'Ukubwa wa hifadhidata',
    storage_bytes: 'Hifadhi ya faili',
  },
  milliseconds: (n) => `ms ${n}`,
}
