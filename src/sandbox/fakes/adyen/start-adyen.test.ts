import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CHALLENGED_VISA, sealForAdyen, WEBHOOK } from '#proof/testing/adyen-fake.ts'
import { CHROMIUM } from '#proof/testing/chromium.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { testMerchant } from './merchants.ts'
import { startAdyen, type RunningAdyen, type StartOptions } from './start-adyen.ts'

const MERCHANT = testMerchant()

async function start(options: StartOptions = {}): Promise<RunningAdyen> {
  const adyen = await startAdyen(options)
  onTestFinished(() => adyen.close())
  return adyen
}

async function pay({ apiUrl }: RunningAdyen, returnUrl = 'https://pay.store.test/back') {
  const { sealing } = MERCHANT
  const card = { number: CHALLENGED_VISA, holderName: 'Maria', sealing, sealedAt: new Date() }
  const response = await fetch(`${apiUrl}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': MERCHANT.apiKey },
    body: JSON.stringify({
      amount: { currency: 'BRL', value: 1000 },
      merchantAccount: MERCHANT.account,
      paymentMethod: { type: 'scheme', encryptedCard: await sealForAdyen(card) },
      reference: 'pay_1',
      returnUrl,
    }),
  })
  return (await response.json()) as { action: { url: string } }
}

/** Where browsers come back to; another origin than the page's. */
async function openStore(): Promise<string> {
  const server = createServer((_, response) => response.end('Back'))
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function control({ controlUrl }: RunningAdyen, path: string, body?: object) {
  const response = await fetch(controlUrl + path, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return (await response.json()) as { result?: unknown; error?: string }
}

describe('a fake Adyen on ports', () => {
  it('is a page, an API and a control, and sends webhooks by itself', async () => {
    const sent: string[] = []
    const told = Promise.withResolvers<undefined>()
    const adyen = await start({
      webhooks: [WEBHOOK],
      async notify(request) {
        sent.push(`${request.url} ${await request.text()}`)
        told.resolve(undefined)
        return new Response(null, { status: 204 })
      },
    })
    const { action } = await pay(adyen)
    expect(action.url).toContain(`${adyen.shopperUrl}/checkoutshopper/threeDS/redirect?`)
    const { result } = await control(adyen, '/answer', { address: action.url, choice: 'fail' })
    const back = new URL(typeof result === 'string' ? result : '')
    const details = { details: { redirectResult: back.searchParams.get('redirectResult') } }
    await fetch(`${adyen.apiUrl}/payments/details`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': MERCHANT.apiKey },
      body: JSON.stringify(details),
    })
    await told.promise
    expect(sent).toEqual([expect.stringContaining('"eventCode":"AUTHORISATION"')])
    expect(await control(adyen, '/dispute', { payment: 'x', step: { eventCode: 'y' } })).toEqual({
      error: 'there is no payment x',
    })
    expect(await control(adyen, '/plan', { kind: 'capture', day: 'postponed' })).toEqual({
      error: 'postponed is no bad day of a capture',
    })
  })

  it('has the public key of a client key', async () => {
    const { shopperUrl } = await start()
    const keys = `${shopperUrl}/checkoutshopper/v1/clientKeys`
    const known = await fetch(`${keys}/${MERCHANT.clientKey}`)
    expect(await known.json()).toEqual({
      publicKey: expect.stringMatching(/^10001\|[0-9A-F]{512}$/),
    })
    expect((await fetch(`${keys}/unknown`)).status).toBe(401)
  })

  it('ends the connection when a bad day loses the answer', async () => {
    const adyen = await start()
    adyen.control.plan('call', 'lost after')
    await expect(pay(adyen)).rejects.toThrow('fetch failed')
    expect(adyen.control.payments()).toHaveLength(1)
  })

  it('goes on with its journal', async () => {
    const directory = await makeScratchDirectory()
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const journalPath = join(directory, 'adyen.jsonl')
    const first = await startAdyen({ journalPath })
    const { action } = await pay(first)
    await first.close()
    const { control: second } = await start({ journalPath })
    expect(second.challenge(action.url)).toMatchObject({ isOpen: true })
    expect(second.answer(action.url, 'pass')).toContain('redirectResult=')
  })
})

describe('the page of a challenge', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch(CHROMIUM)
  })
  afterAll(() => browser.close())

  it.each(['light', 'dark'] as const)(
    'leads back without a script, has no axe violations and fits a phone: %s',
    async (colorScheme) => {
      const adyen = await start()
      const viewport = { width: 320, height: 640 }
      const context = await browser.newContext({ colorScheme, viewport, locale: 'pt-BR' })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      const store = await openStore()
      const { action } = await pay(adyen, `${store}/back`)
      await page.goto(action.url)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
      await page.getByRole('button', { name: 'Sim, pagar' }).click()
      await page.getByText('Back').waitFor()
      expect(page.url()).toContain(`${store}/back?redirectResult=`)
      await page.goto(action.url)
      await page.getByRole('heading', { name: 'Esta pergunta está encerrada' }).waitFor()
    },
  )

  it('lets a person play the network', async () => {
    const adyen = await start()
    const context = await browser.newContext({ locale: 'en-US' })
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(adyen.shopperUrl)
    await page.getByText('Nobody has paid yet.').waitFor()
    await pay(adyen)
    await page.reload()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.getByRole('button', { name: 'Fail the capture' }).click()
    await page.getByText('nothing of').waitFor()
    await page.getByRole('button', { name: 'End the hold' }).click()
    await page.getByText('Refused').waitFor()
  })

  it('can be left without an answer', async () => {
    const adyen = await start()
    const page = await browser.newPage({ locale: 'en-US' })
    onTestFinished(() => page.close())
    const { action } = await pay(adyen)
    await page.goto(action.url)
    await page.getByRole('button', { name: 'Leave without an answer' }).click()
    await page.getByRole('heading', { name: 'You can close this page' }).waitFor()
    expect(adyen.control.challenge(action.url)).toMatchObject({ isOpen: true })
  })
})
