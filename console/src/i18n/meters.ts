// The names of the meters.

const en = {
  requests: 'Requests',
  egress_bytes: 'Data sent',
  function_invocations: 'Function calls',
  function_cpu_ms: 'Function processor time',
  live_connections: 'Live connections',
  live_messages: 'Live messages',
  sign_ins: 'Sign-ins',
  webhook_attempts: 'Webhook attempts',
  active_users: 'Active users',
  payments: 'Payments',
  database_rows: 'Rows',
  database_bytes: 'Database size',
  storage_bytes: 'File storage',
}

const sw: typeof en = {
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
}

/** meters are those of usage and plans. */
export const meters = { en, sw }
