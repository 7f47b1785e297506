const en = {
  title: 'History',
  about: 'What you have run lately in this project. Nobody else sees it.',
  none: 'Nothing has run yet',
  clear: 'Clear history',
  milliseconds: (ms: string) => `${ms} ms`,
}

const sw: typeof en = {
  title: 'Historia',
  about: 'Ulichoendesha hivi karibuni katika mradi huu. Hakuna mwingine anayekiona.',
  none: 'Bado hakuna kilichoendeshwa',
  clear: 'Futa historia',
  milliseconds: (ms) => `ms ${ms}`,
}

/** messages is what a history says. */
export const messages = { en, sw }
