import type { Messages } from '#i18n/en.ts'

/** domains is the screen of host names. */
export const domains: Messages['domains'] = {
  title: 'Vikoa',
  about: 'Majina yako ya seva ambapo API ya mradi hujibu.',
  add: 'Ongeza kikoa',
  name: 'Jina la seva',
  nameHint: 'Jina unalomiliki, bila https://.',
  state: 'Hali',
  states: {
    pending: 'Kinasubiri DNS',
    verified: 'Kimethibitishwa',
    disabled: 'Kimezimwa',
    losing: 'Rekodi haipo',
  },
  checked: 'Kilikaguliwa',
  next: 'Ukaguzi ujao',
  lost: 'Rekodi haipo tangu',
  emptyTitle: 'Hakuna vikoa bado',
  emptyHint: 'Ongeza jina la seva, na API itajibu hapo rekodi mbili za DNS zikithibitisha kuwa ni lako.',
  recordsHint: 'Ongeza rekodi hizi mahali DNS ya jina inaposimamiwa. Seva huzitafuta yenyewe.',
  served: (address) => `Mradi unajibu kwenye ${address}. Acha rekodi ya TXT mahali ilipo.`,
  record: (type) => `Rekodi ya ${type}`,
  purposes: {
    TXT: 'Inathibitisha kuwa unamiliki jina.',
    CNAME: 'Inawaongoza wateja kwenye seva hii. Rekodi za A na AAAA zenye anwani zake zinafaa pia.',
  },
  recordName: 'Jina',
  recordValue: 'Thamani',
  noAddress: 'Seva hii haina anwani ya umma bado: weka MSINGI_PUBLIC_URL.',
  found: 'Imepatikana',
  missing: 'Haijapatikana bado',
  check: 'Kagua sasa',
  remove: 'Ondoa',
  removeTitle: (name) => `Kuondoa ${name}?`,
  removeHint: 'Jina haliongozi tena kwenye mradi, mara moja. Programu zinazolitumia zitaacha kufanya kazi.',
  removed: (name) => `${name} kimeondolewa`,
}
