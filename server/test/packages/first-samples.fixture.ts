// The packages that functions use most, each with something true that a function does with it without a network.

/** Sample is one of them. */
export type Sample = readonly [
  /** name is that of the package, with a version behind `@` where the latest is not meant. */
  name: string,
  imports: string,
  /** does is the body of an async function. */
  does: string,
  result: unknown,
]

/** FIRST are the first twenty. */
export const FIRST: readonly Sample[] = [
  ['axios', `import axios from 'axios'`, `return axios.getUri({ url: '/a', params: { b: 1 } })`, '/a?b=1'],
  ['zod', `import { z } from 'zod'`, `return z.object({ a: z.coerce.number() }).parse({ a: '1' })`, { a: 1 }],
  [
    'stripe',
    `import Stripe from 'stripe'`,
    `const { webhooks } = new Stripe('sk_test_x')
     const header = await webhooks.generateTestHeaderStringAsync({ payload: '{"id":"evt"}', secret: 's' })
     return (await webhooks.constructEventAsync('{"id":"evt"}', header, 's')).id`,
    'evt',
  ],
  [
    'nodemailer',
    `import nodemailer from 'nodemailer'`,
    `const transport = nodemailer.createTransport({ streamTransport: true, buffer: true })
     const { message } = await transport.sendMail({ from: 'a@b.co', to: 'c@d.co', subject: 'Habari', text: 'x' })
     return message.toString().includes('Subject: Habari')`,
    true,
  ],
  ['dayjs', `import dayjs from 'dayjs'`, `return dayjs('2026-01-31').add(1, 'month').date()`, 28],
  [
    'date-fns',
    `import { addMonths, format } from 'date-fns'`,
    `return format(addMonths(new Date(2026, 0, 31), 1), 'yyyy-MM-dd')`,
    '2026-02-28',
  ],
  ['uuid', `import { v4, validate } from 'uuid'`, `return validate(v4())`, true],
  ['nanoid', `import { nanoid } from 'nanoid'`, `return nanoid(12).length`, 12],
  [
    'jsonwebtoken',
    `import jwt from 'jsonwebtoken'`,
    `return jwt.verify(jwt.sign({ a: 1 }, 'secret'), 'secret').a`,
    1,
  ],
  ['lodash', `import _ from 'lodash'`, `return _.chunk([1, 2, 3], 2)`, [[1, 2], [3]]],
  [
    'openai',
    `import OpenAI from 'openai'`,
    `return new OpenAI({ apiKey: 'k' }).baseURL`,
    'https://api.openai.com/v1',
  ],
  [
    '@supabase/supabase-js',
    `import { createClient } from '@supabase/supabase-js'`,
    `return createClient('https://x.example', 'k').storage.from('b').getPublicUrl('a').data.publicUrl`,
    'https://x.example/storage/v1/object/public/b/a',
  ],
  [
    'moment',
    `import moment from 'moment'; import 'moment/locale/sw'`,
    `return moment.utc('2026-01-31').add(1, 'month').locale('sw').format('D MMMM')`,
    '28 Februari',
  ],
  [
    'twilio',
    `import twilio from 'twilio'`,
    `const signature = twilio.getExpectedTwilioSignature('token', 'https://x.example/', { a: '1' })
     return twilio.validateRequest('token', signature, 'https://x.example/', { a: '1' })`,
    true,
  ],
  [
    '@sendgrid/mail',
    `import mail from '@sendgrid/mail'`,
    `mail.setApiKey('SG.x'); return typeof mail.send`,
    'function',
  ],
  ['resend', `import { Resend } from 'resend'`, `return typeof new Resend('re_x').emails.send`, 'function'],
  [
    'pdf-lib',
    `import { PDFDocument, StandardFonts } from 'pdf-lib'`,
    `const file = await PDFDocument.create()
     const font = await file.embedFont(StandardFonts.Helvetica)
     file.addPage().drawText('Habari', { font })
     return (await PDFDocument.load(await file.save())).getPageCount()`,
    1,
  ],
  [
    'google-libphonenumber',
    `import phones from 'google-libphonenumber'`,
    `const util = phones.PhoneNumberUtil.getInstance()
     return util.format(util.parse('0712 345 678', 'TZ'), phones.PhoneNumberFormat.E164)`,
    '+255712345678',
  ],
  ['cheerio', `import { load } from 'cheerio'`, `return load('<p>Habari</p>')('p').text()`, 'Habari'],
  [
    'africastalking',
    `import start from 'africastalking'`,
    `return typeof start({ username: 'sandbox', apiKey: 'k' }).SMS.send`,
    'function',
  ],
]
