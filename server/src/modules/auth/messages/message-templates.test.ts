// The texts of a project's messages to its users.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signUp } from '#modules/auth/auth.fixture.ts'
import { createAuth } from '#modules/auth/context/auth.ts'
import { createAuthHooks } from '#modules/auth/hooks/auth-hooks.ts'
import { createSenders } from '#modules/automation/integrations/senders.service.ts'
import { startTestApp, type TestApp, type TestProject } from '#test/harness.ts'
import { renderMessage } from './message-templates.ts'
import { MESSAGE_KINDS, type MessageKind } from './message-texts.ts'
import { placeholderProblems } from './placeholders.ts'

let app: TestApp
let project: TestProject
beforeAll(async () => {
  app = await startTestApp()
  project = await app.createProject()
})
afterAll(() => app.stop())

const templates = (of = project) => `/projects/${of.id}/auth/templates`
const put = (kind: string, body: unknown, of = project) =>
  app.api('PUT', `${templates(of)}/${kind}`, { token: of.token, body })
const remove = (kind: string, of = project) =>
  app.api('DELETE', `${templates(of)}/${kind}`, { token: of.token })
const list = async (of = project) => (await app.api('GET', templates(of), { token: of.token })).data
const latest = async (of = project) => {
  await app.platform.jobs.drain()
  return app.platform.messages.outbox?.(of.id)[0]
}
const request = (path: string, body: object, of = project) =>
  app.api('POST', `/projects/${of.id}/auth/${path}`, { key: of.publishable, body })

describe('the default texts', () => {
  test('are listed with their placeholders', async () => {
    const found = await list(await app.createProject())
    expect(found.map(({ kind }: { kind: string }) => kind)).toEqual(Object.keys(MESSAGE_KINDS))
    expect(found[0]).toEqual({
      kind: 'otp',
      channel: 'sms',
      subject: null,
      text: MESSAGE_KINDS.otp.text,
      html: null,
      placeholders: ['code', 'minutes', 'project'],
      updated_at: null,
    })
  })

  test.each(Object.entries(MESSAGE_KINDS))('of %s pass the checks of templates', (_kind, texts) => {
    expect(placeholderProblems(texts.text, texts.placeholders, texts.needs)).toEqual([])
    expect(placeholderProblems(texts.subject ?? '', texts.placeholders, [])).toEqual([])
    expect(texts.channel === 'sms').toBe(texts.subject === null)
  })

  test("contain the project's name and the lifetime", async () => {
    const shop = await app.createProject('Duka la Asha')
    await app.api('PUT', `/projects/${shop.id}/auth/settings`, {
      token: shop.token,
      body: { otp_expiry_minutes: 7 },
    })
    const { otp_code } = (await request('otp/request', { phone: '+255712345678' }, shop)).data
    expect((await latest(shop))?.text).toBe(
      `${otp_code} is your code for Duka la Asha. It is valid for 7 minutes.`,
    )
  })
})

describe("a project's own texts", () => {
  test('replace the default ones until they are reset', async () => {
    const { user } = await signUp(app, project)
    const own = {
      subject: 'Neno jipya la siri, {{project}}',
      text: 'Msimbo: {{ code }} ({{minutes}} min.)',
      html: '<b>{{code}}</b>',
    }
    const answer = await put('reset_password', own)
    expect(answer.status, answer.text).toBe(200)
    const updated_at = app.clock.now().toISOString()
    const shown = { kind: 'reset_password', channel: 'mail', ...own, updated_at }
    expect(answer.data).toMatchObject(shown)
    expect((await list())[1]).toMatchObject(shown)
    await request('reset-password', { email: user.email })
    const mail = await latest()
    const code = String(mail?.text.match(/\d{6}/))
    expect(mail).toMatchObject({
      to: user.email,
      subject: 'Neno jipya la siri, Shop',
      text: `Msimbo: ${code} (15 min.)`,
      html: `<b>${code}</b>`,
    })
    expect((await remove('reset_password')).status).toBe(204)
    await request('reset-password', { email: user.email })
    expect(await latest()).toMatchObject({ subject: MESSAGE_KINDS.reset_password.subject, html: null })
    expect((await remove('reset_password')).status).toBe(404)
  })

  test('are replaced as a whole: without a subject the default one is used, without HTML there is none', async () => {
    await put('magic_link', { subject: 'Mine', text: '{{link}}', html: '{{link}}' })
    const { data } = await put('magic_link', { text: 'Only {{code}}' })
    expect(data).toMatchObject({
      subject: MESSAGE_KINDS.magic_link.subject,
      text: 'Only {{code}}',
      html: null,
    })
  })

  test('do not affect another project, and are deleted with their project', async () => {
    const [one, other] = [await app.createProject(), await app.createProject()]
    for (const each of [one, other]) await put('otp', { text: `{{code}} of ${each.id}` }, each)
    const { otp_code } = (await request('otp/request', { phone: '+255712345679' }, other)).data
    expect((await latest(other))?.text).toBe(`${otp_code} of ${other.id}`)
    await app.api('DELETE', `/projects/${one.id}`, { token: one.token })
    await app.platform.jobs.drain()
    const { rows } = await app.platform.clusters.main.admin.query(
      'select project_id from msingi_auth.message_templates where project_id = any($1)',
      [[one.id, other.id]],
    )
    expect(rows).toEqual([{ project_id: other.id }])
  })
})

describe('values', () => {
  const render = async (name: string, kind: MessageKind, body: object, link: string) => {
    const { id, token, ...rest } = await app.createProject(name)
    const answer = await put(kind, body, { id, token, ...rest })
    expect(answer.status, answer.text).toBe(200)
    const { rows } = await app.platform.clusters.main.admin.query(
      'select * from platform.projects where id = $1',
      [id],
    )
    return renderMessage(
      createAuth(
        app.platform,
        createAuthHooks(app.platform, {
          call: () => Promise.reject(new Error('no functions')),
          complain: () => {},
        }),
        createSenders(app.platform),
      ),
      rows[0],
      'magic_link',
      { code: '$&', minutes: 5, link },
    )
  }

  test('are inserted literally: no placeholder, pattern, markup or header injection', async () => {
    const template = '{{project}}|{{code}}|{{link}}'
    const link = 'https://a.example/?a=1&b="><script>'
    const message = await render(
      "<i>{{code}}</i>\r\nBcc: 'x'",
      'magic_link',
      { subject: template, text: template, html: `<a href="{{link}}">{{project}}</a>` },
      link,
    )
    const plain = `<i>{{code}}</i> Bcc: 'x'|$&|${link}`
    expect(message).toEqual({
      channel: 'mail',
      kind: 'magic_link',
      values: { code: '$&', minutes: '5', link, project: "<i>{{code}}</i> Bcc: 'x'" },
      subject: plain,
      text: plain,
      html:
        '<a href="https://a.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;">' +
        '&lt;i&gt;{{code}}&lt;/i&gt; Bcc: &#39;x&#39;</a>',
    })
  })
})

describe('refused', () => {
  const TEXT = { text: '{{code}}' }
  test.each<[kind: string, body: unknown, sentence: string]>([
    ['otp', { text: 'Hello' }, 'text: must contain {{code}}.'],
    [
      'otp',
      { text: '{{code}} {{link}}' },
      'text: unknown placeholder {{link}}; the placeholders are {{code}}, {{minutes}}',
    ],
    ['otp', { text: '{{code}} {{Code}}' }, 'text: unknown placeholder {{Code}}'],
    ['otp', { text: '{{code}} {{constructor}}' }, 'text: unknown placeholder {{constructor}}'],
    ['otp', { text: '{{code}} {{}}' }, 'text: unknown placeholder {{}}'],
    ['otp', { text: '{{code}} {{minutes' }, 'text: has {{ without a closing }}.'],
    ['otp', { text: `{{code}}${' '.repeat(480)}x` }, 'text: must have at most 480 characters in an SMS.'],
    ['otp', { ...TEXT, subject: 'S' }, 'subject: is not allowed in an SMS.'],
    ['otp', { ...TEXT, html: '{{code}}' }, 'html: is not allowed in an SMS.'],
    ['otp', { text: '{{code}}\0' }, 'text: must not contain NUL characters.'],
    ['otp', { text: ' ' }, 'text: must not be empty.'],
    ['otp', {}, 'text is required.'],
    ['otp', { ...TEXT, kind: 'otp' }, 'Unknown field: kind.'],
    ['verify_email', { text: '{{minutes}}' }, 'text: must contain {{link}} or {{code}}.'],
    ['reset_password', { ...TEXT, html: '<p>' }, 'html: must contain {{code}}.'],
    ['reset_password', { ...TEXT, subject: '{{link}}' }, 'subject: unknown placeholder {{link}}'],
    ['reset_password', { ...TEXT, subject: 'a\r\nBcc: b@example.com' }, 'subject: must be a single line.'],
    ['reset_password', { ...TEXT, subject: 'a\u2028b' }, 'subject: must be a single line.'],
    ['reset_password', { ...TEXT, subject: 'x'.repeat(201) }, 'subject: must have at most 200 characters.'],
    ['reset_password', { text: 'x'.repeat(10_001) }, 'text: must have at most 10000 characters.'],
    [
      'welcome',
      TEXT,
      'kind: must be one of otp, reset_password, sign_in_code, verify_email, magic_link, invitation.',
    ],
    ['constructor', TEXT, 'kind: must be one of'],
  ])('%s %j', async (kind, body, sentence) => {
    const before = await list()
    const answer = await put(kind, body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(sentence)
    expect(await list()).toEqual(before)
  })

  test('reports several problems at once, each with its field', async () => {
    const { body } = await put('otp', { subject: 'S', text: '{{name}}' })
    expect(body.errors).toEqual([
      'subject: is not allowed in an SMS.',
      'text: unknown placeholder {{name}}; the placeholders are {{code}}, {{minutes}}, {{project}}.',
      'text: must contain {{code}}.',
    ])
  })

  test('publishable keys, users and other projects', async () => {
    const { token } = await signUp(app, project)
    const other = await app.createProject()
    const calls = [
      ['GET', templates()],
      ['PUT', `${templates()}/otp`, { text: '{{code}}' }],
      ['DELETE', `${templates()}/otp`],
    ] as const
    for (const [method, path, body] of calls) {
      const status = async (who: object) => (await app.api(method, path, { ...who, body })).status
      for (const who of [
        { key: project.publishable },
        { token },
        { key: other.secret },
        { token: other.token },
      ])
        expect(await status(who)).toBe(403)
      expect(await status({})).toBe(401)
      expect(await status({ key: project.secret })).toBeLessThan(300)
    }
  })
})

test('HTML can contain the double braces of style sheets', async () => {
  const html = '<style>@media print{b{color:red}}</style><b>{{code}}</b>'
  expect((await put('reset_password', { text: '{{code}}', html })).data.html).toBe(html)
})
