const en = {
  apply: 'Apply to another project',
  applyHint:
    'Each change of this schema that the other project lacks is made there, in its order. What was applied before is skipped. Where one fails, those before it stay, and you can try again.',
  dangers: 'Changes that drop tables or columns drop them there too, with their rows.',
  project: 'Project',
  findProject: 'Search for a project',
  applied: (applied: number, skipped: number) => `${applied} applied, ${skipped} skipped`,
  save: 'Save as SQL',
  origin: 'From another project',
  originOf: (project: string, version: number) => `version ${version} of project ${project}`,
}

const sw: typeof en = {
  apply: 'Tumia kwenye mradi mwingine',
  applyHint:
    'Kila badiliko la muundo huu ambalo mradi mwingine hauna hufanywa huko, kwa mpangilio wake. Lililotumika kabla huachwa. Moja likishindwa, yaliyotangulia hubaki, na unaweza kujaribu tena.',
  dangers: 'Mabadiliko yanayoondoa majedwali au safu wima huyaondoa huko pia, pamoja na safu zake.',
  project: 'Mradi',
  findProject: 'Tafuta mradi',
  applied: (applied, skipped) => `${applied} yametumika, ${skipped} yameachwa`,
  save: 'Hifadhi kama SQL',
  origin: 'Kutoka mradi mwingine',
  originOf: (project, version) => `toleo la ${version} la mradi ${project}`,
}

/** messages are those of the history of a schema and of its migrations. */
export const messages = { en, sw }
