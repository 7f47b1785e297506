// docs/configuration.md is generated; this holds it against the settings as they are.
import { readFile, writeFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { configurationDocs } from '#platform/config/config-docs.ts'

const page = new URL('../../docs/configuration.md', import.meta.url)

test('docs/configuration.md tells every setting as it is', async () => {
  if (process.env.UPDATE_DOCS === 'on') await writeFile(page, configurationDocs())
  expect(await readFile(page, 'utf8'), 'run `npm run docs:config`').toBe(configurationDocs())
})

test('the settings of docs/production.md are right once a master key is chosen, and none before', async () => {
  const text = await readFile(new URL('../../docs/production.md', import.meta.url), 'utf8')
  const [, pasted = ''] = /```ini\n(MSINGI_ENV=.*?)```/s.exec(text) ?? []
  expect(() => readConfig(parseEnv(pasted))).toThrow(/^MSINGI_MASTER_KEY: [^\n]+$/)
  const started = pasted.replace(/(?<=^MSINGI_MASTER_KEY=).*/m, 'k'.repeat(44))
  const config = readConfig(parseEnv(started))
  expect(config).toMatchObject({ production: true, databaseUrl: undefined, s3: undefined })
  const all = readConfig(parseEnv(started.replaceAll(/^#(?=[A-Z0-9_]+=)/gm, '')))
  expect(all).toMatchObject({ databaseUrl: expect.any(String), s3: { bucket: 'msingi' } })
})

test('with nothing set, a server for development on this machine', () => {
  expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', production: false, rateLimits: true })
})

test('no internal network is reached on behalf of projects unless it is named', () => {
  expect(readConfig({}).internalNetworks).toEqual([])
  const named = readConfig({ MSINGI_INTERNAL_NETWORKS: '10.1.0.0/16, ::1/128' })
  expect(named.internalNetworks).toEqual(['10.1.0.0/16', '::1/128'])
})

test('backups by the clock are each night and kept for a year, unless the settings say otherwise', () => {
  expect(readConfig({ MSINGI_BACKUP_SCHEDULE: '0 2 * * *' }).backups).toBeUndefined()
  for (const to of ['s3://backups', 's3://backups/a/b/'])
    expect(readConfig({ MSINGI_BACKUP_TO: to }).backups?.to).toBe(to)
  expect(readConfig({ MSINGI_BACKUP_TO: '/mnt/b' }).backups).toEqual({
    to: '/mnt/b',
    schedule: { pattern: '0 2 * * *', timezone: 'UTC' },
    keep: { days: 7, weeks: 4, months: 12 },
    trialDays: 7,
  })
  const other = {
    MSINGI_BACKUP_TO: 'b',
    MSINGI_BACKUP_SCHEDULE: '30 1 * * 1-5 Africa/Nairobi',
    MSINGI_BACKUP_KEEP: '30d',
  }
  expect(readConfig(other).backups).toEqual({
    to: 'b',
    schedule: { pattern: '30 1 * * 1-5', timezone: 'Africa/Nairobi' },
    keep: { days: 30, weeks: 0, months: 0 },
    trialDays: 7,
  })
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
})

test('names of other programs are no settings', () => {
  expect(readConfig({ MSINGI_URL: 'http://127.0.0.1:8080' })).toEqual(readConfig({}))
})

test.each(['MSINGI', 'MSINGI_POSTGRES', 'MSINGI_2_WEB', 'SIMULATORS'])(
  'what Kubernetes sets for a service %s is no setting',
  (service) => {
    const set = {
      SERVICE_HOST: '10.0.0.1',
      SERVICE_PORT: '80',
      SERVICE_PORT_HTTP_2: '80',
      PORT: 'tcp://10.0.0.1:80',
      PORT_80_TCP: 'tcp://10.0.0.1:80',
      PORT_80_TCP_PROTO: 'tcp',
      PORT_80_TCP_PORT: '80',
      PORT_80_TCP_ADDR: '10.0.0.1',
      PORT_53_UDP: 'udp://10.0.0.1:53',
    }
    const given = Object.fromEntries(
      Object.entries(set).map(([name, value]) => [`${service}_${name}`, value]),
    )
    expect(readConfig(given)).toEqual(readConfig({}))
  },
)

test.each([
  'postgres://postgres@/b?host=/run/postgresql',
  'postgresql:///b?host=/run/postgresql&user=postgres',
  'postgres://u:p%23@%2Frun%2Fpostgresql/b',
  'postgres://u:p@[::1]:5432/b',
  'postgres://u:p,q@h/b?application_name=a,b',
])('%s is an address of PostgreSQL', (address) => {
  expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address)
})

test.each([
  ['localhost', 'begins with postgres://'],
  ['mysql://u:p@h/b', 'begins with postgres://'],
  ['postgres:b', 'begins with postgres://'],
  ['postgres://u:siri#5@h/b', '%23 in place of #'],
  ['postgres://u:5#siri@h/b', '%23 in place of #'],
  ['postgres://u:siri@h1,h2/b', 'must name one host'],
  ['postgres://u:siri@h1:5432,h2:5432/b', 'must name one host'],
  ['postgres://u:siri@/b?host=h1,h2', 'must name one host'],
  ['postgres://u:siri@h/b?port=db', 'as its port'],
  ['postgres://u:siri@h/b?port=65536', 'as its port'],
  ['postgres://u:si/ri@h/b', '%2F for /'],
  ['postgres://u:si?ri@h/b', 'percent-encoded'],
  ['postgres://u:siri@h:99999/b', 'host:5432'],
])('%s is refused with what is wrong', (address, problem) => {
  const refusal = () => readConfig({ DATABASE_URL: address })
  expect(refusal).toThrow(ConfigError)
  expect(refusal).toThrow(`DATABASE_URL: `)
  expect(refusal).toThrow(problem)
  expect(refusal).not.toThrow(/siri|si.ri/)
})

test.each([
  [{ MSINGI_PUBLIC_URI: 'https://api.example.com' }, 'MSINGI_PUBLIC_URI'],
  [{ PORT: '65536' }, 'PORT'],
  [{ PORT: 'eighty' }, 'PORT'],
  [{ MSINGI_ENV: 'staging' }, 'MSINGI_ENV'],
  [{ MSINGI_MASTER_KEY: 'short' }, 'MSINGI_MASTER_KEY'],
  [{ MSINGI_MASTER_KEY: 'at least 32 characters, from openssl rand -base64 32' }, 'MSINGI_MASTER_KEY'],
  [{ MSINGI_MASTER_KEY: `${'x'.repeat(32)}\n` }, 'MSINGI_MASTER_KEY'],
  [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL'],
  [{ MSINGI_BACKUP_TO: 'ftp://backups.example.com' }, 'MSINGI_BACKUP_TO'],
  [{ MSINGI_BACKUP_TO: 's3://Backups/x' }, 'MSINGI_BACKUP_TO'],
  [{ MSINGI_BACKUP_TO: 's3://backups//x' }, 'MSINGI_BACKUP_TO'],
  [{ MSINGI_BACKUP_S3_ENDPOINT: 'https://s3.example.com' }, 'MSINGI_BACKUP_S3_ACCESS_KEY_ID'],
  [{ MSINGI_BACKUP_S3_ACCESS_KEY_ID: 'key' }, 'MSINGI_BACKUP_S3_SECRET_ACCESS_KEY'],
  [{ MSINGI_BACKUP_SCHEDULE: '0 2 * *' }, 'MSINGI_BACKUP_SCHEDULE'],
  [{ MSINGI_BACKUP_SCHEDULE: '0 25 * * *' }, 'MSINGI_BACKUP_SCHEDULE'],
  [{ MSINGI_BACKUP_SCHEDULE: '0 2 * * * Mars/Olympus' }, 'MSINGI_BACKUP_SCHEDULE'],
  [{ MSINGI_BACKUP_KEEP: '7 days' }, 'MSINGI_BACKUP_KEEP'],
  [{ MSINGI_BACKUP_KEEP: ' ' }, 'MSINGI_BACKUP_KEEP'],
  [{ MSINGI_BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` }, 'MSINGI_BACKUP_RECIPIENT'],
  [{ MSINGI_RATE_LIMITS: 'no' }, 'MSINGI_RATE_LIMITS'],
  [{ MSINGI_POOL_SIZE: '0' }, 'MSINGI_POOL_SIZE'],
  [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL'],
  [{ SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u:p%@mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u@mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u:2#5@mail.example.com' }, 'SMTP_URL'],
  [{ NATS_URL: 'nats://u:2#5@nats.example.com' }, 'NATS_URL'],
  [{ SMTP_URL: 'smtp://u:p@mail.example.com?tls.rejectUnauthorized=false' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MSINGI_MAIL_FROM'],
  [{ MSINGI_MAIL_FROM: 'Duka' }, 'MSINGI_MAIL_FROM'],
  [{ MSINGI_MAIL_FROM: 'a@example.com, b@example.com' }, 'MSINGI_MAIL_FROM'],
  [{ MSINGI_MAIL_FROM: 'Duka\r\nBcc: <a@example.com>' }, 'MSINGI_MAIL_FROM'],
  [{ SMS_GATEWAY: 'pigeon' }, 'SMS_GATEWAY'],
  [{ SMS_GATEWAY: 'africas_talking', SMS_SECRET: 's' }, 'SMS_USERNAME'],
  [{ SMS_GATEWAY: 'africas_talking', SMS_USERNAME: 'u' }, 'SMS_SECRET'],
  [{ SMS_USERNAME: 'u', SMS_SECRET: 's' }, 'SMS_GATEWAY'],
  [{ S3_BUCKET: 'objects', S3_SECRET_ACCESS_KEY: 's' }, 'S3_ACCESS_KEY_ID'],
  [{ S3_BUCKET: 'objects', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY'],
  [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_BUCKET'],
  [{ S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT'],
  [{ S3_ENDPOINT: 'https://u:p@s3.example.com' }, 'S3_ENDPOINT'],
  [{ MSINGI_BACKUP_S3_ENDPOINT: 'https://u@s3.example.com' }, 'MSINGI_BACKUP_S3_ENDPOINT'],
  [{ S3_BUCKET: '../objects', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }, 'S3_BUCKET'],
  [{ SMS_GATEWAY: 'twilio', SMS_USERNAME: 'u', SMS_SECRET: 's' }, 'SMS_FROM'],
  [{ SMS_SECRET: 's\nX-Header: 1' }, 'SMS_SECRET'],
  [{ SMS_BASE_URL: 'ftp://example.com' }, 'SMS_BASE_URL'],
  [{ MSINGI_INTERNAL_NETWORKS: 'localhost' }, 'MSINGI_INTERNAL_NETWORKS'],
])('%o is refused by name', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(new RegExp(`^${name}: `))
})

test('a bad setting is not repeated, since it may be a secret', () => {
  const environment = { SMTP_URL: 'smtp://user:p%ssword@mail.example.com', SMS_SECRET: 'siri yangu' }
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).not.toThrow(/p%ssword|siri yangu/)
})

test('objects are stored in a bucket when one is set', () => {
  expect(readConfig({}).s3).toBeUndefined()
  const access = { S3_BUCKET: 'objects', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' }
  const s3 = { bucket: 'objects', accessKeyId: 'a', secretAccessKey: 's', direct: false, region: 'us-east-1' }
  expect(readConfig(access).s3).toEqual({ ...s3, endpoint: undefined })
  const own = readConfig({ ...access, S3_ENDPOINT: 'https://s3.example.com/', S3_DIRECT: 'on' })
  expect(own.s3).toEqual({ ...s3, endpoint: 'https://s3.example.com', direct: true })
})

test('mail and SMS are there when they are set', () => {
  const config = readConfig({
    SMTP_URL: 'smtps://user:p%40ss@mail.example.com',
    MSINGI_MAIL_FROM: '"Duka la Asha" <no-reply@example.com>',
    SMS_GATEWAY: 'africas_talking',
    SMS_USERNAME: 'duka',
    SMS_SECRET: 'atsk_1',
    SMS_BASE_URL: 'http://127.0.0.1:9/',
  })
  expect(config.smtp).toEqual({
    url: 'smtps://user:p%40ss@mail.example.com',
    from: { name: 'Duka la Asha', address: 'no-reply@example.com' },
  })
  expect(config.sms).toEqual({
    gateway: 'africas_talking',
    username: 'duka',
    secret: 'atsk_1',
    from: undefined,
    baseUrl: 'http://127.0.0.1:9',
  })
  expect(readConfig({ MSINGI_MAIL_FROM: 'no-reply@example.com' })).toMatchObject({
    smtp: undefined,
    sms: undefined,
  })
})
