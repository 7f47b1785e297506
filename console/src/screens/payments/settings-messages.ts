const en = {
  general: 'In general',
  generalHint: 'Providers call this server back, so in production it must be reachable over HTTPS.',
  isActive: 'Payments can be started',
  allowPublishable: 'Publishable keys may start payments',
  allowPublishableHint: 'Without a signed-in user. Whoever has the key can then have any phone asked.',
  providerHints: {
    provider_a: 'A prompt on phones in Kenya, in KES.',
    provider_b: 'Direct payments and a checkout page in Tanzania, in TZS.',
  },
  names: {
    provider_a_environment: 'Environment',
    provider_a_shortcode: 'Pay-bill number',
    provider_a_consumer_key: 'Consumer key',
    provider_a_consumer_secret: 'Consumer secret',
    provider_a_passkey: 'Passkey',
    provider_a_callback_url: 'Callback address',
    provider_a_confirm: 'What confirms a payment',
    provider_a_queries_per_minute: 'Queries a minute',
    provider_b_mode: 'Environment',
    provider_b_api_key: 'API key',
    provider_b_webhook_secret: 'Secret of the webhook',
    provider_b_callback_url: 'Callback address',
    provider_b_queries_per_minute: 'Queries a minute',
  },
  secretHint: 'Masked. Type a new one to replace it, or empty the field to remove it.',
  callbackHint: 'Left empty, this server. A proxy must pass on the query and the body unchanged.',
  confirmations: { token: 'Its callback, at once', query: 'A query' },
  confirmHints: {
    token:
      'A callback to the secret address of the payment completes it. The provider is asked afterwards, and you are told where it says otherwise.',
    query:
      'The provider is asked first. It answers few queries a minute, so payments at the same time wait for minutes.',
  },
  queriesHint: 'What the provider grants you.',
  save: 'Save',
  saved: 'The settings are saved',
  test: 'Test the connection',
  testFirst: 'Save the changes first: the stored credentials are tested.',
  accepted: 'Accepted',
  refused: 'Refused',
  simulated: 'The simulator of this server stands in for the provider.',
}

/** SettingsMessages is what the settings say. */
export type SettingsMessages = typeof en

const sw: typeof en = {
  general: 'Kwa jumla',
  generalHint: 'Watoa huduma huiita seva hii, hivyo kwenye uzalishaji lazima ifikike kwa HTTPS.',
  isActive: 'Malipo yanaweza kuanzishwa',
  allowPublishable: 'Funguo za wazi zinaweza kuanzisha malipo',
  allowPublishableHint: 'Bila mtumiaji aliyeingia. Mwenye ufunguo anaweza basi kuomba simu yoyote.',
  providerHints: {
    provider_a: 'Ombi kwenye simu nchini Kenya, kwa KES.',
    provider_b: 'Malipo ya moja kwa moja na ukurasa wa malipo nchini Tanzania, kwa TZS.',
  },
  names: {
    provider_a_environment: 'Mazingira',
    provider_a_shortcode: 'Namba ya malipo',
    provider_a_consumer_key: 'Ufunguo wa mtumiaji',
    provider_a_consumer_secret: 'Siri ya mtumiaji',
    provider_a_passkey: 'Passkey',
    provider_a_callback_url: 'Anwani ya mwito wa kurudi',
    provider_a_confirm: 'Kinachothibitisha malipo',
    provider_a_queries_per_minute: 'Maulizo kwa dakika',
    provider_b_mode: 'Mazingira',
    provider_b_api_key: 'Ufunguo wa API',
    provider_b_webhook_secret: 'Siri ya webhook',
    provider_b_callback_url: 'Anwani ya mwito wa kurudi',
    provider_b_queries_per_minute: 'Maulizo kwa dakika',
  },
  secretHint: 'Imefichwa. Andika mpya kuibadilisha, au acha tupu kuiondoa.',
  callbackHint: 'Ikiachwa tupu, seva hii. Wakala lazima apitishe anwani na mwili bila kuvibadilisha.',
  confirmations: { token: 'Mwito wake wa kurudi, papo hapo', query: 'Ulizo' },
  confirmHints: {
    token:
      'Mwito wa kurudi kwenye anwani ya siri ya malipo huyakamilisha. Mtoa huduma huulizwa baadaye, nawe huarifiwa akisema vingine.',
    query:
      'Mtoa huduma huulizwa kwanza. Hujibu maulizo machache kwa dakika, hivyo malipo ya wakati mmoja husubiri dakika kadhaa.',
  },
  queriesHint: 'Anachokuruhusu mtoa huduma.',
  save: 'Hifadhi',
  saved: 'Mipangilio imehifadhiwa',
  test: 'Jaribu muunganisho',
  testFirst: 'Hifadhi mabadiliko kwanza: vinavyojaribiwa ni vitambulisho vilivyohifadhiwa.',
  accepted: 'Imekubaliwa',
  refused: 'Imekataliwa',
  simulated: 'Kiigaji cha seva hii kinasimama mahali pa mtoa huduma.',
}

/** settingsMessages are those of the settings of payments. */
export const settingsMessages = { en, sw }
