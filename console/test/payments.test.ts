// The payments screen against the simulators of the providers: settings, payments from prompt to ledger, reconciliation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addShop, type Shop } from '../../server/src/modules/payments/payments.fixture.ts'
import { NO_CHROMIUM } from '../../server/test/chromium.ts'
import type { TestProject } from '../../server/test/harness.ts'
import { type OpenConsole, openConsole } from './open-console.ts'

describe.skipIf(NO_CHROMIUM)('payments', () => {
  let opened: OpenConsole
  let shop: Shop
  let email: string
  beforeAll(async () => {
    opened = await openConsole()
    shop = await addShop(opened.app)
    await shop.faults({})
    email = await emailOf(shop.project)
  })
  afterAll(() => opened?.stop())

  const emailOf = async ({ token }: TestProject) => (await opened.app.api('GET', '/me', { token })).data.email
  const pathOf = (project: TestProject, search = '') => `/projects/${project.id}/payments${search}`

  test('switches payments on, keeps credentials masked, and tests them', async () => {
    const project = await opened.app.createProject('Duka')
    const settings = async () =>
      (await opened.app.api('GET', pathOf(project, '/settings'), { token: project.token })).data
    const { page, problems, close } = await opened.visit(pathOf(project), { as: await emailOf(project) })
    await page.getByRole('button', { name: 'Open the settings' }).click()
    const general = page.getByRole('region', { name: 'In general' })
    await general.getByRole('checkbox', { name: 'Payments can be started' }).click()
    await general.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').first().waitFor()
    expect(await settings()).toMatchObject({ is_active: true, allow_publishable_key: false })

    const provider = page.getByRole('region', { name: 'Provider A', exact: true })
    await provider.getByLabel('Consumer key').fill('a-consumer-key-of-a-shop')
    await provider.getByLabel('Pay-bill number').fill('12')
    await expect
      .poll(() => provider.getByRole('button', { name: 'Test the connection' }).isDisabled())
      .toBe(true)
    await provider.getByRole('button', { name: 'Save' }).click()
    await provider.getByText('must have 5 to 7 digits', { exact: false }).waitFor()
    await provider.getByLabel('Pay-bill number').fill('600000')
    await provider.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(settings)
      .toMatchObject({ provider_a_shortcode: '600000', provider_a_consumer_key: '••••shop' })
    await expect.poll(() => provider.getByLabel('Consumer key').inputValue()).toBe('••••shop')
    await provider.getByRole('button', { name: 'Test the connection' }).click()
    await provider.getByText('Accepted').waitFor()
    await provider.getByText('The simulator of this server stands in').waitFor()

    await provider.getByRole('combobox', { name: 'What confirms a payment' }).click()
    await page.getByRole('option', { name: 'A query', exact: true }).click()
    await provider.getByText('The provider is asked first', { exact: false }).waitFor()
    await provider.getByLabel('Consumer key').fill('')
    await provider.getByRole('button', { name: 'Save' }).click()
    await expect.poll(settings).toMatchObject({ provider_a_consumer_key: null, provider_a_confirm: 'query' })
    expect(problems([400])).toEqual([])
    await close()
  })

  test('asks a phone, shows the payment settle, and books its reversal', async () => {
    const { page, problems, close } = await opened.visit(pathOf(shop.project), { as: email })
    await page.getByRole('button', { name: 'Start a payment' }).click()
    const form = page.getByRole('dialog', { name: 'Start a payment' })
    await form.getByLabel('Phone number').fill('0712 345 678')
    await form.getByLabel('Amount in KES').fill('1500')
    await form.getByLabel('Description').fill('Order <b>7</b>')
    await form.getByRole('button', { name: 'Start a payment' }).click()
    const drawer = page.getByRole('dialog', { name: 'Order <b>7</b>' })
    await drawer.getByText('Waits for the payer').first().waitFor()
    const [started] = (await shop.call('GET', '/transactions')).data
    expect(started).toMatchObject({ amount: 1500, phone: '+254712345678', status: 'pending' })

    await shop.act(started.reference, 'approve')
    const paid = await shop.becomes(started.id, 'completed')
    // Without a reload.
    await drawer.getByText(paid.receipt, { exact: true }).waitFor()
    const timeline = drawer.getByRole('list', { name: 'Timeline' })
    // The query follows.
    for (const kind of ['Request', 'Callback'])
      await timeline.getByText(kind, { exact: true }).first().waitFor()
    await timeline.getByText('Callback', { exact: true }).first().click()
    await timeline.getByText('stkCallback', { exact: false }).first().waitFor()
    const ledger = drawer.getByRole('table', { name: 'Ledger' })
    await expect
      .poll(() => ledger.getByRole('cell').allTextContents())
      .toEqual(['provider_a', 'Debit', 'KES\u00a01,500', 'sales', 'Credit', 'KES\u00a01,500'])

    await drawer.getByRole('button', { name: 'Record a reversal' }).click()
    const reversal = page.getByRole('dialog', { name: 'Was this payment paid back?' })
    await reversal.getByLabel('How much').fill('200')
    await reversal.getByLabel('Reason').fill('A part')
    await reversal.getByRole('button', { name: 'Record a reversal' }).click()
    await drawer.getByText('KES\u00a0200').first().waitFor()
    await drawer.getByRole('button', { name: 'Record a reversal' }).click()
    await reversal.getByLabel('Reason').fill('Sent back')
    await reversal.getByRole('button', { name: 'Record a reversal' }).click()
    await drawer.locator('dt:has-text("State") + dd:has-text("Paid back")').waitFor()
    expect((await shop.call('GET', `/transactions/${started.id}`)).data).toMatchObject({ status: 'reversed' })
    expect(problems()).toEqual([])
    await close()
  })

  test('opens a checkout session, filters, resolves, and downloads what the filters match', async () => {
    await shop.push({ description: 'Other', order_id: 'A-1' })
    const { page, problems, close } = await opened.visit(pathOf(shop.project, '?start=true'), { as: email })
    const form = page.getByRole('dialog', { name: 'Start a payment' })
    await form.getByLabel('Kind').click()
    await page.getByRole('option', { name: 'Checkout page' }).click()
    await form.getByLabel('Amount in TZS').fill('100')
    await form.getByRole('button', { name: 'Start a payment' }).click()
    await form.getByRole('alert').getByText('500', { exact: false }).waitFor()
    await form.getByLabel('Amount in TZS').fill('2500')
    await form.getByLabel('Description').fill('Session')
    await form.getByRole('button', { name: 'Start a payment' }).click()
    const drawer = page.getByRole('dialog', { name: 'Session' })
    const checkout = drawer.getByRole('link', { name: 'Open the checkout page' })
    await expect.poll(() => checkout.getAttribute('href')).toContain('/simulators/checkout/sess_')

    await drawer.getByRole('button', { name: 'Resolve' }).click()
    const decide = page.getByRole('dialog', { name: 'What became of this payment?' })
    await decide.getByLabel('Outcome').click()
    await page.getByRole('option', { name: 'It was not paid' }).click()
    await decide.getByLabel('Reason').fill('The shop was closed')
    await decide.getByRole('button', { name: 'Resolve' }).click()
    await page.getByText('The payment is resolved').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()

    const list = page.getByRole('table', { name: 'Transactions' })
    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await expect.poll(() => list.getByRole('row').count()).toBe(2)
    const [failed] = (await shop.call('GET', '/transactions?status=failed')).data
    expect(failed).toMatchObject({ description: 'Session', amount: 2500, failure: 'resolved' })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const stream = await (await download).createReadStream()
    const lines = (await new Response(stream as unknown as ReadableStream).text()).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(failed.id)

    await page.getByRole('combobox', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Any state' }).click()
    await page.getByRole('combobox', { name: 'Find by' }).click()
    await page.getByRole('option', { name: 'Order' }).click()
    await page.getByRole('searchbox', { name: 'Search: Order' }).fill('A-1')
    await expect.poll(() => list.getByRole('row').count()).toBe(2)
    await list.getByRole('button', { name: 'Other' }).waitFor()
    expect(problems([400])).toEqual([])
    await close()
  })

  test('shows totals by day, and reconciles with the statement of the provider', async () => {
    const other = await addShop(opened.app)
    const started = await other.push({ amount: 700 })
    const { data: pending } = await other.call('GET', `/transactions/${started.transaction_id}`)
    await other.act(pending.reference, 'approve')
    const paid = await other.becomes(started.transaction_id, 'completed')
    const totals = (await other.call('GET', '/totals')).data
    expect(totals).toMatchObject([{ payments: 1, completed: 1, amount: 700 }])
    const who = await emailOf(other.project)
    const { page, problems, close } = await opened.visit(pathOf(other.project, '?tab=totals&span=quarter'), {
      as: who,
    })
    const day = page.getByRole('table', { name: 'By day and currency' }).getByRole('row').nth(1)
    await expect.poll(() => day.innerText()).toMatch(/\d{4}-\d\d-\d\d\tSandbox\t1\t1\t.*700/)
    await expect.poll(() => day.innerText()).toContain(totals[0].day)

    await page.getByRole('tab', { name: 'Reconciliation' }).click()
    await page.getByText('The providers and we agree.').waitFor()
    await page.getByRole('button', { name: 'Import a statement' }).click()
    const form = page.getByRole('dialog', { name: 'Import a statement' })
    const csv = `Receipt No.,Paid In,Completion Time\nSTRANGER1,900,${paid.completed_at}\n`
    const buffer = Buffer.from(csv)
    await form.getByLabel('File').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })
    await form.getByRole('button', { name: 'Import a statement' }).click()
    await page.getByText('1 line is imported').waitFor()
    const differences = page.getByRole('table', { name: 'Differences' })
    await differences.getByText('Not ours').waitFor()
    await differences.getByText('Find the payer, and pay it back', { exact: false }).waitFor()
    const { data } = await other.call('GET', '/reconciliation')
    expect(data.differences.map(({ receipt }: { receipt: string }) => receipt)).toContain('STRANGER1')
    await differences.getByRole('button', { name: 'Close difference' }).click()
    const closing = page.getByRole('dialog', { name: 'Close this difference?' })
    await closing.getByLabel('Reason').fill('Paid back in cash')
    await closing.getByRole('button', { name: 'Close difference' }).click()
    await page.getByText('The difference is closed').waitFor()
    await page.getByText('The providers and we agree.').waitFor()
    expect(problems()).toEqual([])
    await close()
  })

  test('lists the imports of statements with what was not taken, and undoes one', async () => {
    const other = await addShop(opened.app)
    const started = await other.push({ amount: 900 })
    const { data: pending } = await other.call('GET', `/transactions/${started.transaction_id}`)
    await other.act(pending.reference, 'approve')
    const paid = await other.becomes(started.transaction_id, 'completed')
    const { page, problems, close } = await opened.visit(pathOf(other.project, '?tab=reconciliation'), {
      as: await emailOf(other.project),
    })
    const imports = page.getByRole('region', { name: 'Imported statements' })
    await imports.getByText('No statement was imported yet.').waitFor()
    await page.getByRole('button', { name: 'Import a statement' }).click()
    const form = page.getByRole('dialog', { name: 'Import a statement' })
    const head = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn'
    const lines = [
      `${paid.receipt},05/06/2026 10:00,Pay Bill,Completed,900.00,`,
      'STRANGER2,05/06/2026 10:01,Pay Bill,Completed,5.00,',
      `BACK900,05/06/2026 10:02,Reversal of ${paid.receipt},Completed,,-300.00`,
      'BROKEN,05/06/2026 10:03,Pay Bill,Completed,five,',
    ]
    const buffer = Buffer.from([head, ...lines].join('\n'))
    await form.getByLabel('File').setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer })
    const send = form.getByRole('button', { name: 'Import a statement' })
    await send.click()
    await form.getByRole('alert').getByText('can be read in two ways', { exact: false }).waitFor()
    await form.getByRole('combobox', { name: 'Dates' }).click()
    await page.getByRole('option', { name: 'Day, month, year' }).click()
    await form.getByRole('combobox', { name: 'Environment' }).click()
    await page.getByRole('option', { name: 'Sandbox', exact: true }).click()
    await send.click()
    await page.getByText('4 lines are imported').waitFor()

    const row = imports.getByRole('table').getByRole('row').nth(1)
    for (const text of ['Matched: 1', 'Taken back: 1', 'Not ours: 1', 'Unreadable: 1'])
      await row.getByText(text, { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Provider A · Sandbox' }).click()
    const drawer = page.getByRole('dialog', { name: 'Provider A · Sandbox' })
    const others = drawer.getByRole('table', { name: 'Lines that were not taken' })
    const cells = others.getByRole('row').filter({ hasText: 'BROKEN' }).getByRole('cell')
    await expect
      .poll(() => cells.allTextContents())
      .toEqual(['5', 'BROKEN', 'Unreadable', 'Its amount five is no number such as 1,500.00.'])
    await drawer.getByRole('button', { name: 'Close' }).click()

    // What was given back is shown in the totals, of the environment and time that are chosen.
    const totals = page.getByRole('table', { name: 'What we have' })
    await totals.getByText('KES\u00a0300').waitFor()
    const report = page.getByRole('region', { name: 'What we have' }).locator('..')
    await report.getByRole('combobox', { name: 'Environment' }).click()
    await page.getByRole('option', { name: 'Live', exact: true }).click()
    await page.getByText('No payment was started in this time.').waitFor()
    await page.getByText('The providers and we agree.').waitFor()
    await report.getByRole('combobox', { name: 'Environment' }).click()
    await page.getByRole('option', { name: 'Sandbox and live' }).click()
    await totals.getByText('KES\u00a0300').waitFor()
    await report.getByRole('combobox', { name: 'Span' }).click()
    await page.getByRole('option', { name: 'Between two moments' }).click()
    // Both ends at once: the second takes nothing of the first back.
    await page.getByLabel('Until').waitFor()
    await page.evaluate(`
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
      for (const [name, value] of [['Until', '2020-01-02T00:00:00'], ['From', '2020-01-01T00:00:00']]) {
        const input = document.querySelector('input[aria-label="' + name + '"]')
        set.call(input, value)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }`)
    await page.getByText('No payment was started in this time.').waitFor()

    const differences = page.getByRole('table', { name: 'Differences' })
    await differences.getByText('Not ours').waitFor()
    await row.getByRole('button', { name: 'Undo' }).click()
    const question = page.getByRole('dialog', { name: 'Undo this import?' })
    await question.getByText('Its 4 lines are deleted', { exact: false }).waitFor()
    await question
      .getByText('completed payments (0), and what its lines have taken back (1)', { exact: false })
      .waitFor()
    await question.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The import is undone').waitFor()
    await imports.getByText('No statement was imported yet.').waitFor()
    await page.getByText('The providers and we agree.').waitFor()
    expect((await other.call('GET', `/transactions/${paid.id}`)).data.refunded_amount).toBe(300)
    expect(problems([400])).toEqual([])
    await close()
  })
})
