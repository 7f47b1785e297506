const en = { tabs: 'Open tables', close: 'Close' }

const sw: typeof en = { tabs: 'Majedwali yaliyofunguliwa', close: 'Funga' }

/** messages are those of the tabs of tables. */
export const messages = { en, sw }
