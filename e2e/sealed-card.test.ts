import type { Page } from 'playwright/test'
import { CARDS, CheckoutPage } from '#client/testing/index.ts'
import type { Session } from '#contract/session.ts'
import { expect, test } from './fixtures.ts'
import { openInbox } from './inbox.ts'
import { interceptReports } from './intercept-reports.ts'
import { makeMerchant } from './merchant.ts'
import { FIELDS_URL } from './product.ts'

interface InjectedWindow extends Window {
  takenPort: MessagePort
}

interface Sealed {
  encrypted: string
  brand: string
  lastFour: string
}

const KEY = 'injected-1'

/** Injects a script that takes the card frame's port before the page's own scripts run. */
async function takeThePort(page: Page) {
  await page.addInitScript(() => {
    window.addEventListener('message', (event) => {
      const [port] = event.ports
      if (port === undefined) return
      event.stopImmediatePropagation()
      Object.assign(window, { takenPort: port })
    })
  })
}

/** The frame's answer to a request of the injected script. */
async function sealBy(page: Page, request: Record<string, unknown> = {}): Promise<Sealed> {
  return page.evaluate(
    async (asked) => {
      const { takenPort } = window as unknown as InjectedWindow
      const sealed = new Promise<Sealed>((resolve, reject) => {
        takenPort.addEventListener('message', ({ data }) => {
          if (data.type === 'sealed') resolve(data)
          if (data.type === 'faulty' || data.type === 'failed') reject(new Error(data.type))
        })
      })
      takenPort.start()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no origin
      takenPort.postMessage(asked)
      return sealed
    },
    { type: 'seal', id: 1, installments: 1, idempotencyKey: KEY, ...request },
  )
}

/** Pays a session from within the page of another session; returns the status and problem code of the response. */
async function payBy(page: Page, { url }: Session, sealed: Sealed, idempotencyKey = KEY) {
  const reference = url.slice(url.lastIndexOf('/') + 1)
  const { encrypted, brand, lastFour } = sealed
  return page.evaluate(
    async ([path, key, body]) => {
      const headers = {
        'Content-Type': 'application/json',
        'X-Checkout': '1',
        'Idempotency-Key': key,
      }
      const answer = await fetch(path, { method: 'POST', headers, body })
      const { code = null } = (await answer.json()) as { code?: string }
      return [answer.status, code] as const
    },
    [
      `/api/checkout/${reference}/payments`,
      idempotencyKey,
      JSON.stringify({ method: 'card', card: { encrypted, brand, lastFour }, installments: 1 }),
    ] as const,
  )
}

async function typeCard(page: Page, session: Session) {
  await takeThePort(page)
  const checkout = new CheckoutPage(page)
  await checkout.open(session)
  // The page shows the frame only once it receives messages of the frame, which go to the port that was taken.
  await page.locator('.card-frame iframe').evaluate((frame: HTMLElement) => (frame.hidden = false))
  await checkout.fillCard(CARDS.success)
}

test('S-111: A script in the page cannot pay a session of another merchant with the card', async ({
  merchant,
  page,
}) => {
  const inbox = await openInbox()
  const other = await makeMerchant(inbox)
  const target = await other.createSession({
    lineItems: [{ name: 'Something else', quantity: 1, unitAmount: 999_900 }],
    paymentMethods: ['card'],
  })
  await typeCard(page, await merchant.createSession({ paymentMethods: ['card'] }))
  const sealed = await sealBy(page)

  expect(await payBy(page, target, sealed)).toEqual([422, 'seal_mismatch'])
  expect(await other.client.sessions.get(target.id)).toMatchObject({ status: 'open', attempts: 0 })
  await inbox.close()
})

test('S-111: One envelope pays one attempt of one session, and its resend pays nothing more', async ({
  merchant,
  page,
}) => {
  const paymentMethods = ['card' as const]
  const session = await merchant.createSession({ paymentMethods })
  const others = await Promise.all([1, 2, 3].map(() => merchant.createSession({ paymentMethods })))
  await typeCard(page, session)
  const sealed = await sealBy(page)

  for (const other of others)
    expect(await payBy(page, other, sealed)).toEqual([422, 'seal_mismatch'])
  expect(await payBy(page, session, sealed, 'injected-2')).toEqual([422, 'seal_mismatch'])
  expect(await payBy(page, session, sealed)).toEqual([200, null])
  expect(await payBy(page, session, sealed)).toEqual([200, null])
  await merchant.paidOnce(session)
  for (const { id } of others)
    expect(await merchant.client.sessions.get(id)).toMatchObject({ status: 'open', attempts: 0 })
})

test('S-111: A script in the page cannot load the card frame of another session', async ({
  merchant,
  page,
}) => {
  const paymentMethods = ['card' as const]
  const other = await merchant.createSession({ paymentMethods })
  const reports = await interceptReports(page)
  await new CheckoutPage(page).open(await merchant.createSession({ paymentMethods }))
  const own = page.locator('iframe')
  const [, , , locale] = new URL((await own.getAttribute('src')) ?? '').pathname.split('/')
  const src = `${FIELDS_URL}/card/${other.url.slice(other.url.lastIndexOf('/') + 1)}/${locale}`

  const refused = await page.evaluate(async (address) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
    const frame = document.createElement('iframe')
    frame.src = address
    document.body.append(frame)
    return promise
  }, src)
  expect(refused).toBe('frame-src')
  expect(page.frames().some((frame) => frame.url().startsWith(src))).toBe(false)
  await expect.poll(() => reports.length).toBeGreaterThan(0)
})
