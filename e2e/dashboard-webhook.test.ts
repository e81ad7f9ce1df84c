import { z } from 'zod'
import { startWebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { openShop, sell } from './dashboard-shop.ts'

const Body = z.object({
  sequence: z.int(),
  data: z.object({ session: z.object({ id: z.string() }) }),
})

/** A response body that would be noticed if it were rendered as HTML. */
const MARKUP =
  '<b id="sown">relation orders does not exist</b><img id="sown" src="/x" onerror="console.log(2)">'

test('A receiver failed twenty times: by keyboard, all is sent again after a count, each session in its order', async ({
  page,
}) => {
  await using receiver = await startWebhookReceiver()
  receiver.answer = (_, response) => response.writeHead(500).end(MARKUP)
  const shop = await openShop({ 'callback-url': receiver.url })
  for (let made = 0; made < 10; made++) await sell(shop, `W-${made}`)

  // All deliveries have failed twice: automatic retries are rare from here on.
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(40)

  await signIn(page, await invite())
  await page.goto('/webhooks')
  await expect(heading(page, 'Webhooks that fail')).toBeVisible()
  await looksRight(page)
  await page.goto(`/m/${shop.merchantId}/webhook`)
  await expect(heading(page, 'Webhook of Norte Livros')).toBeVisible()
  const health = page.getByRole('region', { name: 'How it does' })
  await expect(health.getByText('Fails', { exact: true })).toBeVisible()
  await expect(health.getByText(receiver.url)).toBeVisible()
  await expect(page.getByText('The receiver broke on what was sent.')).toBeVisible()
  await expect(page.getByText(MARKUP).first()).toBeVisible()
  await expect(page.locator('#sown')).toHaveCount(0)
  const rows = page.getByRole('region', { name: 'Events' }).locator('.events').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await looksRight(page)

  await page.getByLabel('Delivery').selectOption('failing')
  await expect(page).toHaveURL(/state=failing/)
  await page.getByLabel('Last answer').selectOption('5xx')
  await page.getByLabel('Type').selectOption('payment.succeeded')
  await expect(rows).toHaveCount(10)
  await page.getByLabel('Last answer').selectOption('4xx')
  await expect(page.getByText('No event is like this.')).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: 'Show all events' }).click()
  await expect(rows).toHaveCount(20)

  const opener = page.getByRole('button', { name: 'Send all that match again…' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send again all that was not taken?' })
  await expect(dialog.getByText('20 events match, of 10 sessions.')).toBeVisible()
  await expect(dialog.getByText(/replay-matching --merchant/)).toBeHidden()
  await looksRight(page)
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  // Opened again, the dialog counts anew: until then it offers nothing by the previous count.
  const counted = Promise.withResolvers<void>()
  await page.route('**/matching?*', async (route) => {
    await counted.promise
    await route.continue()
  })
  await page.evaluate(() => {
    new MutationObserver(() => {
      const isOffered = document.querySelector('dialog')?.textContent.includes('Send 20 again')
      if (isOffered === true) Reflect.set(globalThis, '__offered', true)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Counting…')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, '__offered') as unknown)).toBe(undefined)
  counted.resolve()
  await expect(dialog.getByText('20 events match, of 10 sessions.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send 20 again' }).focus()
  // The receiver works again only now, so that no retry succeeds before.
  receiver.received.length = 0
  receiver.answer = (_, response) => response.writeHead(204).end()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('The last replay sent 20 of 20 again.')).toBeVisible()
  await expect(health.getByText('Keeps up')).toBeVisible()

  const sequences = new Map<string, number[]>()
  for (const { body } of receiver.received) {
    const { sequence, data } = Body.parse(JSON.parse(body))
    sequences.set(data.session.id, [...(sequences.get(data.session.id) ?? []), sequence])
  }
  expect([...sequences.values()]).toEqual(Array.from({ length: 10 }, () => [1, 2]))
  await page.goto('/webhooks')
  await expect(heading(page, 'Webhooks that fail')).toBeVisible()
  await expect(page.locator(`main a[href='/m/${shop.merchantId}/webhook']`)).toHaveCount(0)
})

test('S-84: One event: what was sent, masked until it is asked for, what was answered, and sent again', async ({
  page,
}) => {
  await using receiver = await startWebhookReceiver()
  receiver.answer = (_, response) => response.writeHead(500).end(MARKUP)
  const shop = await openShop({ 'callback-url': receiver.url })
  await sell(shop, 'W-1')
  await signIn(page, await invite())
  await page.goto(`/m/${shop.merchantId}/webhook`)
  await page.getByRole('link', { name: 'session.completed' }).click()
  await expect(heading(page, 'session.completed')).toBeFocused()
  await expect(page.getByText('Trying again').first()).toBeVisible()
  await expect(page.getByText(MARKUP).first()).toBeVisible()
  await expect(page.locator('#sown')).toHaveCount(0)
  await expect(page.getByText('webhook-signature: v1,').first()).toBeVisible()
  await expect(page.getByText('a•••@mail.example')).toBeVisible()
  await page.getByText('What the signature covers').click()
  await looksRight(page)

  await page.getByRole('button', { name: 'Show (is recorded)' }).click()
  await page.getByLabel('In one line, as it is sent').check()
  await expect(page.locator('.sent-body')).toContainText('"ada@mail.example"')
  const shown = await page.locator('.sent-body').textContent()
  const sent = receiver.received.map(({ body }) => body)
  expect(sent).toContain(shown)

  receiver.answer = (_, response) => response.writeHead(204).end()
  await page.getByRole('button', { name: 'Send again', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 event is on its way again.')).toBeVisible()
  await expect(page.getByText('The receiver took it.')).toBeVisible()

  await page.getByRole('link', { name: 'Webhook of Norte Livros' }).click()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Send 2 again' }).click()
  await expect(page.getByText('2 events are on their way again.')).toBeVisible()
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(5)
  const find = page.getByRole('searchbox', { name: 'Find' })
  const eventId = String(receiver.received[0]?.headers['webhook-id'])
  await find.fill(eventId)
  await find.press('Enter')
  await expect(heading(page, '1 result')).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^(payment|session)\./ })
    .click()
  await expect(page).toHaveURL(`/m/${shop.merchantId}/webhook/${eventId}`)
  await page.goto(`/m/${shop.merchantId}/webhook/evt_${'0'.repeat(22)}`)
  await expect(heading(page, 'There is no such thing, or it is not yours')).toBeVisible()
})

test('Paid, but the shop says unpaid: from the timeline the shop is notified again, and a line leads to what was sent', async ({
  page,
}) => {
  await using receiver = await startWebhookReceiver()
  receiver.answer = (_, response) => response.writeHead(500).end('the shop is asleep')
  const shop = await openShop({ 'callback-url': receiver.url })
  await sell(shop, 'S-1')
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(3)

  await signIn(page, await invite())
  await page.goto(`/m/${shop.merchantId}/payments`)
  await page.getByRole('link', { name: 'S-1', exact: true }).click()
  const verdict = page.getByRole('status').filter({ hasText: 'Paid: R$259.90' })
  await expect(verdict).toContainText('The shop has not taken the notification')
  await page.getByRole('link', { name: 'was told: paid' }).first().click()
  await expect(heading(page, 'session.completed')).toBeVisible()
  await expect(page.getByText('the shop is asleep').first()).toBeVisible()
  await page.goBack()

  receiver.answer = (_, response) => response.writeHead(204).end()
  const again = page.getByRole('button', { name: 'Notify the shop again' })
  await expect(again).toBeVisible()
  await looksRight(page)
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 events are on their way again.')).toBeVisible()
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(verdict).toContainText('and answered 204', { timeout: 1000 })
  }).toPass()
  await expect(again).toBeHidden()
})
