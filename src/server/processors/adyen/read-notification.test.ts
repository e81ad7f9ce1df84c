import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signedItem, webhookOf, type Item } from '#proof/testing/adyen/signed-webhook.ts'
import { readNotification, type Receiver } from './read-notification.ts'

const KEY = '11'.repeat(32)
const OLD_KEY = '22'.repeat(32)
const PAYMENT = 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const REFUND = 're_0Tq4mFhZ7Rk2vXw9sLd3Ye'
const RECEIVER: Receiver = {
  environment: 'sandbox',
  merchantAccount: 'NorteBR',
  hmacKeys: [KEY, OLD_KEY],
}

const ITEM = {
  pspReference: 'QFQTPCQ8HXSKGK82',
  originalReference: 'NC6HT9CRT65ZGN82',
  merchantAccountCode: 'NorteBR',
  merchantReference: PAYMENT,
  amount: { currency: 'BRL', value: 20_000 },
  eventCode: 'CAPTURE',
  success: 'true',
  eventDate: '2026-12-01T12:03:11.000Z',
}
const sealed = (changes: Item = {}, key = KEY) => signedItem({ ...ITEM, ...changes }, key)
const bodyOf = (items: readonly unknown[], top?: Item) => JSON.stringify(webhookOf(items, top))
const read = (items: readonly unknown[], top?: Item, receiver = RECEIVER) =>
  readNotification(bodyOf(items, top), receiver)
const factsOf = (item: Item) => read([item])?.[0]?.facts

describe('a notification', () => {
  it('proves a fact of a payment', () => {
    expect(read([sealed()])).toEqual([
      {
        notificationId: expect.stringMatching(/^adyen_[0-9a-f]{40}$/),
        paymentId: PAYMENT,
        facts: {
          code: 'CAPTURE',
          ok: true,
          psp: 'QFQTPCQ8HXSKGK82',
          orig: 'NC6HT9CRT65ZGN82',
          ref: PAYMENT,
          minor: 20_000,
          currency: 'BRL',
          said_at: '2026-12-01T12:03:11.000Z',
        },
      },
    ])
  })

  it('proves a fact of a refund, whose payment it does not name', () => {
    const found = read([sealed({ eventCode: 'REFUND', merchantReference: REFUND })])
    expect(found).toMatchObject([{ refundId: REFUND, facts: { code: 'REFUND', ref: REFUND } }])
    expect(found?.[0]?.paymentId).toBeUndefined()
  })

  it('is of the present key, or of the one before', () => {
    expect(read([sealed({}, OLD_KEY)])).toHaveLength(1)
    expect(read([sealed({}, '33'.repeat(32))])).toBeUndefined()
    expect(read([sealed()], {}, { ...RECEIVER, hmacKeys: [] })).toBeUndefined()
  })

  it('has several items, in any order', () => {
    const other = 'pay_1Tq4mFhZ7Rk2vXw9sLd3Ye'
    const found = read([sealed(), sealed({ merchantReference: other }), sealed()])
    expect(found?.map(({ paymentId }) => paymentId)).toEqual([PAYMENT, other, PAYMENT])
    expect(found?.[0]?.notificationId).toBe(found?.[2]?.notificationId)
  })

  it.each<[string, Item, object]>([
    ['success as a boolean', { success: true }, { ok: true }],
    ['a refusal as a boolean', { success: false }, { ok: false }],
    ['no original', { originalReference: undefined }, { orig: '' }],
    ['an empty original', { originalReference: '' }, { orig: '' }],
    ['null as its original', { originalReference: null }, { orig: '' }],
    [
      'a lower-case original',
      { originalReference: undefined, originalreference: 'X' },
      { orig: 'X' },
    ],
    ['a code of tomorrow', { eventCode: 'OF_TOMORROW' }, { code: 'OF_TOMORROW' }],
    ['new fields', { ofTomorrow: [{}], amount: { ...ITEM.amount, more: 1 } }, { minor: 20_000 }],
    ['an amount that is not ours', { amount: { currency: 'CLP', value: 150 } }, { minor: null }],
  ])('is read with %s', (_, changes, facts) => {
    expect(factsOf(sealed(changes))).toMatchObject(facts)
  })

  it('names a report that is ready', () => {
    const report = { eventCode: 'REPORT_AVAILABLE', merchantReference: '', pspReference: 'a.csv' }
    expect(read([sealed(report)])).toEqual([
      { notificationId: expect.any(String), report: 'a.csv' },
    ])
  })

  it('of an account trial is named as others are', () => {
    const merchantReference = 'pay_HOMOLOG0123456789abcde'
    expect(read([sealed({ merchantReference })])).toMatchObject([{ paymentId: merchantReference }])
  })

  it.each<[string, Item, Item?]>([
    ['of another merchant account', { merchantAccountCode: 'NorteMX' }],
    ['of another system at the account', { merchantReference: 'ORDER-1' }],
    ['that names nothing', { merchantReference: null }],
    ['of the live environment in the sandbox', {}, { live: 'true' }],
    ['of the live environment, as a boolean', {}, { live: true }],
    ['with success as another text', { success: 'True' }],
    ['with its amount as text', { amount: { currency: 'BRL', value: '20000' } }],
    ['without an amount', { amount: undefined }],
    ['without an event', { eventCode: '' }],
    ['with a colon in its psp', { pspReference: 'QF:1' }],
    ['with a colon in its original', { originalReference: 'QF:1' }],
    ['with a colon in its account', { merchantAccountCode: 'NorteBR:x' }],
    ['with a colon in its reference', { merchantReference: `${PAYMENT}:` }],
    ['with a colon in its event', { eventCode: 'CAPTURE:' }],
  ])('%s is acknowledged, and proves nothing', (_, changes, top) => {
    expect(read([sealed(changes)], top)).toEqual([])
  })

  it('of the sandbox is nothing in production', () => {
    const production: Receiver = { ...RECEIVER, environment: 'production' }
    expect(read([sealed()], { live: 'false' }, production)).toEqual([])
    expect(read([sealed()], { live: 'true' }, production)).toHaveLength(1)
    expect(read([sealed()], {}, production)).toHaveLength(1)
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"notificationItems":{}}',
    '{"notificationItems":[]}',
    '{"notificationItems":[{}]}',
    '{"notificationItems":[{"NotificationRequestItem":null}]}',
    `${'['.repeat(2000)}${']'.repeat(2000)}`,
  ])('is not authentic: %j', (rawBody) => {
    expect(readNotification(rawBody, RECEIVER)).toBeUndefined()
  })

  it('has at most 100 items', () => {
    const items = Array.from({ length: 100 }, () => sealed())
    expect(read(items)).toHaveLength(100)
    expect(read([...items, sealed()])).toBeUndefined()
  })
})

describe('who attacks', () => {
  it.each<[string, Item]>([
    ['another amount', { amount: { currency: 'BRL', value: 1 } }],
    ['another currency', { amount: { currency: 'EUR', value: 20_000 } }],
    ['another payment', { merchantReference: 'pay_1Tq4mFhZ7Rk2vXw9sLd3Ye' }],
    ['another event', { eventCode: 'CHARGEBACK' }],
    ['another outcome', { success: 'false' }],
    ['another psp', { pspReference: 'X' }],
    ['another original', { originalReference: '' }],
    ['another account', { merchantAccountCode: 'Other' }],
    ['no signature', { additionalData: {} }],
    ['no additional data', { additionalData: undefined }],
    ['a list as a signature', { additionalData: { hmacSignature: [] } }],
  ])('with %s is not believed', (_, changes) => {
    expect(read([{ ...sealed(), ...changes }])).toBeUndefined()
  })

  it('is another customer of Adyen, whose key is another', () => {
    expect(read([sealed({ merchantAccountCode: 'Theirs' }, '44'.repeat(32))])).toBeUndefined()
  })

  it('S-157: has an item beside a genuine one counted, and not believed', () => {
    const forged = {
      ...sealed({ merchantReference: 'pay_1Tq4mFhZ7Rk2vXw9sLd3Ye' }, OLD_KEY),
      success: 'false',
    }
    for (const items of [
      [sealed(), forged],
      [forged, sealed()],
    ]) {
      const found = read(items) ?? []
      expect(found.filter(({ facts }) => facts).map(({ paymentId }) => paymentId)).toEqual([
        PAYMENT,
      ])
      expect(found.filter(({ isForged }) => isForged)).toHaveLength(1)
    }
  })

  it('repeats an item with other words that nobody signed: the same event, which proves the same', () => {
    const item = sealed()
    const again = {
      ...item,
      eventDate: '2030-01-01T00:00:00Z',
      reason: 'Insufficient balance',
      additionalData: { ...(item['additionalData'] as object), disputeStatus: 'Won' },
    }
    const [one, other] = [read([item])?.[0], read([again])?.[0]]
    const proven = (facts: object = {}) =>
      Object.fromEntries(Object.entries(facts).filter(([name]) => !name.startsWith('said_')))
    expect(other?.notificationId).toBe(one?.notificationId)
    expect(proven(other?.facts)).toEqual(proven(one?.facts))
  })

  it('S-157: shifts a colon: the same signature fits, and nothing is proved', () => {
    const cut = { ...ITEM, merchantAccountCode: 'NorteBR', merchantReference: `${PAYMENT}:1` }
    const { additionalData } = signedItem(cut, KEY)
    const shifted = {
      ...ITEM,
      merchantReference: PAYMENT,
      amount: { currency: 'BRL', value: '1:20000' },
      additionalData,
    }
    expect(read([shifted])).toEqual([])
    expect(read([{ ...cut, additionalData }])).toEqual([])
  })

  it('puts a colon anywhere into what is signed, and it is never a fact', () => {
    const names = [
      'pspReference',
      'originalReference',
      'merchantAccountCode',
      'merchantReference',
      'eventCode',
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(30), (name, place) => {
        const text = ITEM[name]
        expect(read([sealed({ [name]: `${text.slice(0, place)}:${text.slice(place)}` })])).toEqual(
          [],
        )
      }),
    )
  })

  it('sends any JSON, which never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (rawBody, item) => {
        expect(readNotification(rawBody, RECEIVER)).toBeUndefined()
        expect(read([item])).toBeUndefined()
      }),
    )
  })
})
