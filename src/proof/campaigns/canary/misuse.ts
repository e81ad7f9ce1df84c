import { REPORTS_PATH } from '#contract/reports.ts'
import { createCaller, type Caller } from './callers.ts'
import type { CanaryCard } from './cards.ts'
import type { CanaryMerchant, CanarySession } from './merchants.ts'
import type { CanaryStage } from './stage.ts'

/** Calls that carry a card or a key in fields where neither belongs. */
export async function misuse(
  stage: CanaryStage,
  {
    merchant,
    apiKey,
    checkout,
    session,
    card,
  }: {
    merchant: CanaryMerchant
    apiKey: string
    checkout: Caller
    session: CanarySession
    card: CanaryCard
  },
): Promise<void> {
  const { api, page, fields, store } = stage.urls
  const anyone = createCaller(stage, { who: 'anyone', origin: api })
  const { call } = merchant
  const spaced = card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
  const plain = { number: card.number, securityCode: card.code, name: card.holder }
  const order = { merchantId: merchant.id, amount: 1990, currency: 'BRL' }
  const pay = `${session.path}/payments`

  for (const key of [`${apiKey}x`, apiKey.toLowerCase(), `${apiKey.slice(0, -1)}_`])
    await anyone('GET', '/v1/sessions', { headers: { 'x-api-key': key } })
  await anyone('GET', `/v1/sessions?api_key=${apiKey}`)
  await anyone('GET', `/v1/sessions/${apiKey}`)
  await anyone('POST', '/v1/sessions', { body: { ...order, apiKey } })
  await anyone('GET', '/v1/sessions', { headers: { authorization: `Bearer ${apiKey}` } })
  await anyone('GET', '/v1/sessions', { headers: { 'x-api-key': apiKey, origin: page } })

  await call('GET', `/v1/sessions?limit=1&card=${card.number}`)
  await call('GET', `/v1/sessions/${card.number}`)
  await call('GET', `/v1/events?sessionId=${card.number}`)
  await call('GET', `/v1/${card.number}/${encodeURIComponent(spaced)}`)
  for (const body of [
    { ...order, card: plain },
    { ...order, [card.number]: 1 },
    { ...order, amount: card.number },
    { ...order, currency: card.number },
    { ...order, customer: { email: card.number, taxId: spaced } },
    { ...order, successUrl: `${stage.merchantOrigin}.evil/?pan=${card.number}` },
    { ...order, merchantId: apiKey },
    { ...order, locale: card.number },
    `{"amount": ${card.number}, "securityCode":"${card.code}"`,
    `card-number=${card.number}&card-code=${card.code}`,
  ])
    await call('POST', '/v1/sessions', { body })
  await call('POST', `/v1/sessions/${session.id}/refunds`, {
    headers: { 'idempotency-key': 'refund-of-a-card-number' },
    body: { amount: Number(card.number) },
  })
  await call('GET', '/v1/sessions', {
    headers: { 'user-agent': card.number, 'x-request-id': spaced, referer: `/${card.number}` },
  })

  for (const body of [
    { method: 'card', card: plain },
    { method: 'card', card: { encrypted: card.number, brand: null, lastFour: card.number } },
    {
      method: 'card',
      card: { encrypted: `a.b.c.d.${card.number}`, brand: null, lastFour: '4242' },
    },
    { method: card.number },
  ])
    await checkout('POST', pay, { body })
  await checkout('GET', `/v1/checkout/${card.number}`)

  const wrong = `?card-number=${card.number}&card-code=${card.code}&api_key=${apiKey}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const origin of [page, fields, store]) {
    const browser = createCaller(stage, { who: 'a browser', origin, sink: 'answers to callers' })
    await browser('GET', `/${wrong}`)
    await browser('GET', `/c/${card.number}${wrong}`)
    await browser('GET', `/c/${session.reference}${wrong}`)
    await browser('GET', `/${session.reference}/${apiKey}`)
    await browser('POST', `/api/checkout/${session.reference}/payments`, {
      headers: { origin, 'sec-fetch-site': 'same-origin' },
      body: { method: 'card', card: plain },
    })
    await browser('POST', `/c/${session.reference}?pay=pix`, {
      headers: { ...form, origin },
      body: `card-number=${encodeURIComponent(spaced)}&card-code=${card.code}&token=${apiKey}`,
    })
    await browser('PUT', `/${card.number}`, { headers: { cookie: `session=${apiKey}` } })
    await browser('POST', REPORTS_PATH, {
      headers: { 'content-type': 'application/csp-report', origin },
      body: reportOf(`${origin}/c/${session.reference}${wrong}`, `https://evil.example/${spaced}`),
    })
    await browser('POST', REPORTS_PATH, {
      headers: { origin },
      body: { kind: 'not_loaded', what: `${origin}/assets/${card.number}.js`, page: wrong },
    })
  }
}

/** A CSP report as a browser sends it after an injection: the page's URL and the blocked one. */
function reportOf(page: string, blocked: string): string {
  return JSON.stringify({
    'csp-report': {
      'document-uri': page,
      'violated-directive': 'connect-src',
      'blocked-uri': blocked,
      'source-file': page,
      'line-number': 1,
    },
  })
}
