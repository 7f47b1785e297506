const en = {
  title: 'S3 access',
  about:
    'S3 clients, such as rclone and the AWS CLI, work with the buckets of this project. Requests are signed by the access key of an API key, whose kind, scopes and policies apply.',
  endpoint: 'Endpoint',
  region: 'Region',
  addressing: 'Addresses',
  path: 'By path, such as /bucket/file',
  key: 'API key',
  chooseKey: 'Choose an API key',
  keyHint: 'Each API key has one access key. It ends when the API key expires or is revoked.',
  noKeys: 'Make an API key first, on the screen of API keys: a secret key may read and write all files.',
  mayNot: 'Administrators show access keys.',
  reveal: 'Show the access key',
  revealHint: 'It can be shown again; each time is in the audit log.',
  accessKeyId: 'Access key id',
  secret: 'Secret access key',
  snippets: 'Examples',
  // Stands in a shell, between quotes.
  yourId: 'your access key id',
  yourSecret: 'your secret access key',
}

const sw: typeof en = {
  title: 'Ufikiaji wa S3',
  about:
    'Programu za S3, kama rclone na AWS CLI, hufanya kazi na ndoo za mradi huu. Maombi hutiwa sahihi kwa ufunguo wa ufikiaji wa ufunguo wa API, ambao aina, mawanda na sera zake hutumika.',
  endpoint: 'Anwani ya seva',
  region: 'Eneo',
  addressing: 'Anwani',
  path: 'Kwa njia, kama /ndoo/faili',
  key: 'Ufunguo wa API',
  chooseKey: 'Chagua ufunguo wa API',
  keyHint:
    'Kila ufunguo wa API una ufunguo mmoja wa ufikiaji. Huisha ufunguo wa API unapoisha au unapobatilishwa.',
  noKeys:
    'Unda ufunguo wa API kwanza, kwenye skrini ya funguo za API: ufunguo wa siri unaweza kusoma na kuandika faili zote.',
  mayNot: 'Wasimamizi huonyesha funguo za ufikiaji.',
  reveal: 'Onyesha ufunguo wa ufikiaji',
  revealHint: 'Unaweza kuonyeshwa tena; kila mara huingia kwenye kumbukumbu ya ukaguzi.',
  accessKeyId: 'Kitambulisho cha ufunguo wa ufikiaji',
  secret: 'Siri ya ufunguo wa ufikiaji',
  snippets: 'Mifano',
  yourId: 'kitambulisho cha ufunguo wako',
  yourSecret: 'siri ya ufunguo wako',
}

/** messages are those of the access by S3 clients. */
export const messages = { en, sw }
