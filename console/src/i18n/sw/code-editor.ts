import type { Messages } from '#i18n/en.ts'

/** codeEditor is what the editor of code says; `phrases` are those of CodeMirror, by their English text. */
export const codeEditor: Messages['codeEditor'] = {
  leave: 'Tab husogeza mstari ndani. Bonyeza Esc, kisha Tab, ili kutoka kwenye kihariri.',
  phrases: {
    Find: 'Tafuta',
    Replace: 'Badilisha na',
    next: 'inayofuata',
    previous: 'iliyotangulia',
    all: 'zote',
    'match case': 'herufi kubwa na ndogo',
    regexp: 'mchoro wa maandishi (regexp)',
    'by word': 'maneno kamili',
    replace: 'badilisha',
    'replace all': 'badilisha zote',
    close: 'funga',
    'current match': 'iliyopatikana sasa',
    'on line': 'kwenye mstari',
    'replaced match on line $': 'imebadilishwa kwenye mstari $',
    'replaced $ matches': 'zimebadilishwa $',
    'Go to line': 'Nenda kwenye mstari',
    go: 'nenda',
    Completions: 'Mapendekezo',
    Diagnostics: 'Matatizo',
    'No diagnostics': 'Hakuna matatizo',
    'Selection deleted': 'Uliyochagua yamefutwa',
    'Control character': 'Herufi ya udhibiti',
    '$ unchanged lines': 'mistari $ haijabadilika',
  },
}
