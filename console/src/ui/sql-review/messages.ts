const en = {
  about: 'These statements run in one transaction. Nothing has been changed yet.',
  sql: 'Statements',
  none: 'The database stays as it is; only the description changes.',
  lock: (ms: number) => `A trial run took ${ms} ms. The change locks its tables for about as long.`,
  back: 'Back',
  force: 'Show it anyway',
}

const sw: typeof en = {
  about: 'Maagizo haya huendeshwa katika muamala mmoja. Bado hakuna kilichobadilishwa.',
  sql: 'Maagizo',
  none: 'Hifadhidata inabaki ilivyo; ni maelezo pekee yanayobadilika.',
  lock: (ms) => `Jaribio lilichukua ms ${ms}. Badiliko hufunga majedwali yake kwa muda kama huo.`,
  back: 'Rudi',
  force: 'Onyesha hata hivyo',
}

/** messages are those of the review of a change as SQL. */
export const messages = { en, sw }
