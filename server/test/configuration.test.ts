// docs/configuration.md is generated; this holds it against the settings as they are.
import { readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '#platform/config/config.ts'
import { configurationDocs } from '#platform/config/config-docs.ts'

const page = new URL('../../docs/configuration.md', import.meta.url)

test('docs/configuration.md tells every setting as it is', async () => {
  if (process.env.UPDATE_DOCS === 'on') await writeFile(page, configurationDocs())
  expect(await readFile(page, 'utf8'), 'run `npm run docs:config`').toBe(configurationDocs())
})

test('with nothing set, a server for development on this machine', () => {
  expect(readConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', production: false, rateLimits: true })
})

test('no internal network is reached on behalf of projects unless it is named', () => {
  expect(readConfig({}).internalNetworks).toEqual([])
  const named = readConfig({ MSINGI_INTERNAL_NETWORKS: '10.1.0.0/16, ::1/128' })
  expect(named.internalNetworks).toEqual(['10.1.0.0/16', '::1/128'])
})

test('an empty setting counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined })
})

test('names of other programs, and those that Kubernetes sets for a service, are no settings', () => {
  const others = {
    MSINGI_URL: 'http://127.0.0.1:8080',
    MSINGI_SERVICE_HOST: '10.0.0.1',
    MSINGI_PORT: 'tcp://10.0.0.1:80',
    MSINGI_PORT_80_TCP_ADDR: '10.0.0.1',
  }
  expect(readConfig(others)).toEqual(readConfig({}))
})

test.each([
  [{ MSINGI_PUBLIC_URI: 'https://api.example.com' }, 'MSINGI_PUBLIC_URI'],
  [{ PORT: '65536' }, 'PORT'],
  [{ PORT: 'eighty' }, 'PORT'],
  [{ MSINGI_ENV: 'staging' }, 'MSINGI_ENV'],
  [{ MSINGI_MASTER_KEY: 'short' }, 'MSINGI_MASTER_KEY'],
  [{ DATABASE_URL: 'localhost' }, 'DATABASE_URL'],
  [{ MSINGI_RATE_LIMITS: 'no' }, 'MSINGI_RATE_LIMITS'],
  [{ MSINGI_POOL_SIZE: '0' }, 'MSINGI_POOL_SIZE'],
  [{ SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL'],
  [{ SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u:p%@mail.example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://u@mail.example.com' }, 'SMTP_URL'],
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
