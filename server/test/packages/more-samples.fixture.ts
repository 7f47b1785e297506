// Packages that functions use: keys, dates, validation, AI, databases by HTTP, ids.
import type { Sample } from './first-samples.fixture.ts'

/** MORE are those behind the first twenty. */
export const MORE: readonly Sample[] = [
  ['bcryptjs', `import b from 'bcryptjs'`, `return b.compare('a', await b.hash('a', 4))`, true],
  [
    'jose',
    `import { jwtVerify, SignJWT } from 'jose'`,
    `const key = new Uint8Array(32)
     const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(key)
     return (await jwtVerify(token, key)).payload.a`,
    1,
  ],
  ['crypto-js', `import c from 'crypto-js'`, `return c.SHA256('').toString().slice(0, 8)`, 'e3b0c442'],
  [
    'tweetnacl',
    `import nacl from 'tweetnacl'`,
    `const { publicKey, secretKey } = nacl.sign.keyPair()
     return nacl.sign.open(nacl.sign(new Uint8Array([7]), secretKey), publicKey)[0]`,
    7,
  ],
  ['node-forge', `import forge from 'node-forge'`, `return forge.util.encode64('a')`, 'YQ=='],
  [
    '@noble/hashes',
    `import { sha256 } from '@noble/hashes/sha2.js'`,
    `return sha256(new Uint8Array()).length`,
    32,
  ],
  ['js-sha256', `import { sha256 } from 'js-sha256'`, `return sha256('').slice(0, 8)`, 'e3b0c442'],
  [
    'otpauth',
    `import { TOTP } from 'otpauth'`,
    `const totp = new TOTP({ secret: 'JBSWY3DPEHPK3PXP' }); return totp.validate({ token: totp.generate() })`,
    0,
  ],
  [
    'luxon',
    `import { DateTime } from 'luxon'`,
    `return DateTime.fromISO('2026-01-31').plus({ months: 1 }).day`,
    28,
  ],
  [
    'moment-timezone',
    `import moment from 'moment-timezone'`,
    `return moment.utc('2026-01-01T00:00:00Z').tz('Africa/Dar_es_Salaam').hour()`,
    3,
  ],
  ['ms', `import ms from 'ms'`, `return ms('2h')`, 7_200_000],
  ['pg', `import pg from 'pg'`, `return new pg.Client({ host: 'x.example' }).port`, 5432],
  ['ws', `import { WebSocket } from 'ws'`, `return WebSocket.OPEN`, 1],
  ['rrule', `import { RRule } from 'rrule'`, `return RRule.fromString('FREQ=DAILY;COUNT=3').all().length`, 3],
  [
    'cron-parser',
    `import { CronExpressionParser } from 'cron-parser'`,
    `return CronExpressionParser.parse('0 3 * * *', { tz: 'UTC' }).next().toDate().getUTCHours()`,
    3,
  ],
  ['joi', `import Joi from 'joi'`, `return Joi.number().validate('1').value`, 1],
  ['yup', `import { number } from 'yup'`, `return number().validate('1')`, 1],
  ['ajv', `import { Ajv } from 'ajv'`, `return new Ajv().compile({ type: 'number' })(1)`, true],
  ['validator', `import validator from 'validator'`, `return validator.isEmail('a@b.co')`, true],
  ['valibot', `import * as v from 'valibot'`, `return v.parse(v.number(), 1)`, 1],
  ['superstruct', `import { is, number } from 'superstruct'`, `return is(1, number())`, true],
  [
    'libphonenumber-js',
    `import { parsePhoneNumberFromString } from 'libphonenumber-js'`,
    `return parsePhoneNumberFromString('0712345678', 'TZ').number`,
    '+255712345678',
  ],
  [
    '@anthropic-ai/sdk',
    `import A from '@anthropic-ai/sdk'`,
    `return typeof new A({ apiKey: 'k' }).messages.create`,
    'function',
  ],
  ['ai', `import { cosineSimilarity } from 'ai'`, `return cosineSimilarity([1, 0], [1, 0])`, 1],
  [
    '@google/generative-ai',
    `import { GoogleGenerativeAI } from '@google/generative-ai'`,
    `return typeof new GoogleGenerativeAI('k').getGenerativeModel({ model: 'm' }).generateContent`,
    'function',
  ],
  [
    'groq-sdk',
    `import Groq from 'groq-sdk'`,
    `return typeof new Groq({ apiKey: 'k' }).chat.completions.create`,
    'function',
  ],
  [
    '@mistralai/mistralai',
    `import { Mistral } from '@mistralai/mistralai'`,
    `return typeof new Mistral({ apiKey: 'k' }).chat.complete`,
    'function',
  ],
  [
    'replicate',
    `import Replicate from 'replicate'`,
    `return typeof new Replicate({ auth: 'k' }).run`,
    'function',
  ],
  [
    '@langchain/core',
    `import { PromptTemplate } from '@langchain/core/prompts'`,
    `return PromptTemplate.fromTemplate('Hi {name}').format({ name: 'A' })`,
    'Hi A',
  ],
  [
    'gpt-tokenizer',
    `import { decode, encode } from 'gpt-tokenizer'`,
    `return decode(encode('habari'))`,
    'habari',
  ],
  [
    '@upstash/redis',
    `import { Redis } from '@upstash/redis'`,
    `return typeof new Redis({ url: 'https://x.example', token: 't' }).get`,
    'function',
  ],
  [
    '@neondatabase/serverless',
    `import { neon } from '@neondatabase/serverless'`,
    `return typeof neon('postgres://u:p@x.example/d')`,
    'function',
  ],
  [
    '@planetscale/database',
    `import { connect } from '@planetscale/database'`,
    `return typeof connect({ url: 'mysql://u:p@x.example' }).execute`,
    'function',
  ],
  ['kysely', `import { sql } from 'kysely'`, 'return typeof sql`select 1`.execute', 'function'],
  [
    'drizzle-orm',
    `import { pgTable, text } from 'drizzle-orm/pg-core'`,
    `return pgTable('t', { a: text('a') }).a.name`,
    'a',
  ],
  [
    'algoliasearch',
    `import { algoliasearch } from 'algoliasearch'`,
    `return typeof algoliasearch('a', 'k').search`,
    'function',
  ],
  ['ulid', `import { ulid } from 'ulid'`, `return ulid().length`, 26],
  [
    '@paralleldrive/cuid2',
    `import { createId, isCuid } from '@paralleldrive/cuid2'`,
    `return isCuid(createId())`,
    true,
  ],
  [
    'hashids',
    `import Hashids from 'hashids'`,
    `const h = new Hashids('s'); return h.decode(h.encode(7))`,
    [7],
  ],
  ['sqids', `import Sqids from 'sqids'`, `const s = new Sqids(); return s.decode(s.encode([7]))`, [7]],
]
