import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '#proof/processors/adyen-facts/hmac-vectors.json' with { type: 'json' }
import { openTestAdyen, WEBHOOK } from '#proof/testing/adyen-fake.ts'
import { HOUR_MS, SECOND_MS } from './deps.ts'
import { TEST_HMAC_KEY } from './merchants.ts'
import { signatureOf } from './tell.ts'

const MINUTE_MS = 60 * SECOND_MS

describe('the signature of an item', () => {
  it.each(vectors)('is that of the vector: $signature', ({ item, keyHex, signature, isValid }) => {
    const body = JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] })
    const signed = openTestAdyen().control.sign(body, keyHex)
    expect(signed.includes(`"hmacSignature":${JSON.stringify(signature)}`)).toBe(isValid)
  })

  it('is made again by the control, of any body', () => {
    const { control } = openTestAdyen()
    assert(
      property(string(), string(), (merchantReference, reason) => {
        const item = {
          pspReference: 'P',
          originalReference: 'O',
          merchantAccountCode: 'A',
          merchantReference,
          amount: { currency: 'BRL', value: 1 },
          eventCode: 'CAPTURE',
          success: 'true',
          reason,
        }
        const body = JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] })
        const hmacSignature = signatureOf(
          ['P', 'O', 'A', merchantReference, '1', 'BRL', 'CAPTURE', 'true'],
          TEST_HMAC_KEY,
        )
        expect(JSON.parse(control.sign(body, TEST_HMAC_KEY))).toEqual({
          notificationItems: [
            { NotificationRequestItem: { ...item, additionalData: { hmacSignature } } },
          ],
        })
      }),
    )
    expect(control.sign('no JSON', TEST_HMAC_KEY)).toBe('no JSON')
  })
})

describe('the queue of an address', () => {
  it('stops at an answer that is not 2xx, and is tried again after minutes', async () => {
    const { authorise, answerWebhooksWith, pass, told, items } = openTestAdyen()
    answerWebhooksWith(500)
    await authorise({ reference: 'pay_1' })
    await authorise({ reference: 'pay_2' })
    await pass(SECOND_MS)
    await pass(MINUTE_MS)
    expect(items.map((item) => item['merchantReference'])).toEqual(['pay_1'])
    answerWebhooksWith(202)
    await pass(2 * MINUTE_MS)
    expect(items.map((item) => item['merchantReference'])).toEqual(['pay_1', 'pay_1', 'pay_2'])
    await pass(HOUR_MS)
    expect(told()).toHaveLength(3)
  })

  it('has several items in one body, by variant', async () => {
    const { authorise, pass, control } = openTestAdyen({ variant: { itemsPerWebhook: 6 } })
    for (const reference of ['pay_1', 'pay_2', 'pay_3']) await authorise({ reference })
    await pass(SECOND_MS)
    const [body = ''] = control.sent().map((sent) => sent.body)
    expect(JSON.parse(body)).toMatchObject({ live: 'false', notificationItems: { length: 3 } })
    expect(control.sent()).toHaveLength(1)
  })

  it('goes on with Basic authentication, if it is set', async () => {
    const adyen = openTestAdyen()
    adyen.control.putWebhook({ ...WEBHOOK, user: 'adyen', password: 'secret' })
    await adyen.authorise()
    await adyen.pass(SECOND_MS)
    expect(adyen.told()).toEqual(['AUTHORISATION true'])
  })
})

describe('an item by variant', () => {
  it.each([
    ['text', 'true'],
    ['boolean', true],
  ] as const)('success as %s', async (success, value) => {
    const { authorise, pass, items } = openTestAdyen({
      variant: { success },
      isUnchecked: success === 'boolean',
    })
    await authorise()
    await pass(SECOND_MS)
    expect(items).toMatchObject([{ success: value }])
  })

  it.each([
    ['absent', {}],
    ['empty', { originalReference: '' }],
    ['lower case', { originalreference: '' }],
  ] as const)('no original reference: %s', async (originalReference, shown) => {
    // Recorded, and in no document.
    const isUnchecked = originalReference !== 'absent'
    const { authorise, pass, items } = openTestAdyen({
      variant: { originalReference },
      isUnchecked,
    })
    await authorise()
    await pass(SECOND_MS)
    const original = Object.entries(items[0] ?? {}).filter(([name]) => /^original/i.test(name))
    expect(Object.fromEntries(original)).toEqual(shown)
  })
})

describe('on a bad day', () => {
  it.each([
    ['twice', ['AUTHORISATION true', 'AUTHORISATION true']],
    ['2 days late', ['AUTHORISATION true']],
    ['among forged ones', ['CHARGEBACK true', 'AUTHORISATION true']],
    ['colon', ['CAPTURE true', 'AUTHORISATION true']],
    ['unknown code', ['NEWS_OF_TOMORROW true', 'AUTHORISATION true']],
    ['without additionalData', ['CHARGEBACK true', 'AUTHORISATION true']],
    ['other account', ['CHARGEBACK true', 'AUTHORISATION true']],
  ] as const)('%s', async (day, codes) => {
    const isUnchecked = day === 'unknown code'
    const { authorise, pass, told, control, booked } = openTestAdyen({ isUnchecked })
    control.plan('webhook', day)
    await authorise()
    await pass(49 * HOUR_MS)
    expect(told()).toEqual(codes)
    expect(booked()).toEqual(['authorised 1000'])
  })

  it('an item comes after later ones', async () => {
    const { authorise, pass, items, control } = openTestAdyen()
    control.plan('webhook', 'reordered')
    await authorise({ reference: 'pay_1' })
    await authorise({ reference: 'pay_2' })
    await pass(SECOND_MS)
    await pass(HOUR_MS)
    expect(items.map((item) => item['merchantReference'])).toEqual(['pay_2', 'pay_1'])
  })
})

it("another customer's webhook is signed with another key", async () => {
  const { control, pass, items } = openTestAdyen()
  control.aimForeignWebhook({ url: WEBHOOK.url, reference: 'pay_1', value: 100 })
  await pass(SECOND_MS)
  expect(items).toMatchObject([
    { merchantReference: 'pay_1', merchantAccountCode: 'SomebodyElse', success: 'true' },
  ])
  const [item = {}] = items
  const body = JSON.stringify({ notificationItems: [{ NotificationRequestItem: item }] })
  expect(control.sign(body, TEST_HMAC_KEY)).not.toBe(body)
})
