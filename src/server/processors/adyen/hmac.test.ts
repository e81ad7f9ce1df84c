import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '#proof/processors/adyen-facts/hmac-vectors.json' with { type: 'json' }
import { eventId, isAmbiguous, isSignedBy, signedFields } from './hmac.ts'
import { NotificationItem } from './messages.ts'

const KEY = '11'.repeat(32)
const OTHER_KEY = '22'.repeat(32)

const sign = (fields: readonly string[], key = KEY) =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(fields.join(':')).digest('base64')

const read = (item: object) => {
  const { success, data } = NotificationItem.safeParse(item)
  return success ? data : undefined
}

const ITEM = {
  pspReference: 'QFQTPCQ8HXSKGK82',
  originalReference: 'NC6HT9CRT65ZGN82',
  merchantAccountCode: 'NorteBR',
  merchantReference: 'pay_0Tq4mFhZ7Rk2vXw9sLd3Ye',
  amount: { currency: 'BRL', value: 20_000 },
  eventCode: 'CAPTURE',
  success: 'true',
}
const FIELDS = signedFields(NotificationItem.parse(ITEM))

const field = fc.stringMatching(/^[\w/\\. ]{1,20}$/)
const items = fc.record({
  pspReference: field,
  originalReference: fc.oneof(field, fc.constant('')),
  merchantAccountCode: field,
  merchantReference: field,
  amount: fc.record({ currency: fc.constantFrom('BRL', 'EUR'), value: fc.nat() }),
  eventCode: field,
  success: fc.constantFrom('true', 'false'),
})
const fieldsOf = (item: object) => signedFields(NotificationItem.parse(item))

describe('the signature of an item', () => {
  it.each(vectors)(
    'is judged as Adyen does: $signature',
    ({ keyHex, item, signature, isValid }) => {
      expect(isSignedBy(fieldsOf(item), signature, [keyHex])).toBe(isValid)
    },
  )

  it('is of the present key, or of the one before', () => {
    const signature = sign(FIELDS, OTHER_KEY)
    expect(isSignedBy(FIELDS, signature, [KEY])).toBe(false)
    expect(isSignedBy(FIELDS, signature, [KEY, OTHER_KEY])).toBe(true)
    expect(isSignedBy(FIELDS, signature, [OTHER_KEY, KEY])).toBe(true)
    expect(isSignedBy(FIELDS, signature, [])).toBe(false)
  })

  it.each(['', 'AAAA', '\u0000', 'é', 'A'.repeat(44), 'A'.repeat(10_000)])(
    'is not %j, which throws nothing',
    (signature) => {
      expect(isSignedBy(FIELDS, signature, [KEY])).toBe(false)
    },
  )

  it('covers each of the eight fields', () => {
    const signature = sign(FIELDS)
    for (const changed of FIELDS.keys()) {
      const fields = FIELDS.with(changed, `${FIELDS[changed]}0`)
      expect(isSignedBy(fields, signature, [KEY])).toBe(false)
    }
  })

  it('is the same for a boolean and its text, and wherever there is no original', () => {
    const { originalReference, ...item } = ITEM
    const same = [
      { ...item, originalReference: null },
      { ...item, originalReference: '' },
      { ...item, originalreference: '' },
      { ...item, success: true },
    ]
    for (const one of same) expect(fieldsOf(one)).toEqual(fieldsOf(item))
    expect(fieldsOf({ ...item, originalreference: originalReference })).toEqual(FIELDS)
  })

  it('of items without a colon is of no two of them', () => {
    fc.assert(
      fc.property(items, items, (one, other) => {
        const [fields, others] = [fieldsOf(one), fieldsOf(other)]
        expect(isAmbiguous(fields)).toBe(false)
        const isSame = eventId(fields) === eventId(others)
        expect(isSignedBy(others, sign(fields), [KEY])).toBe(isSame)
      }),
    )
  })
})

describe('an item whose fields have a colon', () => {
  it('is ambiguous, since what is signed can be cut in two ways', () => {
    const cut = fieldsOf({ ...ITEM, merchantAccountCode: 'Norte', merchantReference: 'BR:pay_1' })
    const shifted = fieldsOf({
      ...ITEM,
      merchantAccountCode: 'Norte:BR',
      merchantReference: 'pay_1',
    })
    expect(isSignedBy(shifted, sign(cut), [KEY])).toBe(true)
    expect([isAmbiguous(cut), isAmbiguous(shifted)]).toEqual([true, true])
    expect(eventId(cut)).not.toBe(eventId(shifted))
  })

  it('is ambiguous wherever the colon is', () => {
    fc.assert(
      fc.property(items, fc.nat(7), fc.nat(20), (item, at, place) => {
        const fields = fieldsOf(item)
        const text = fields[at] ?? ''
        const changed = `${text.slice(0, place)}:${text.slice(place)}`
        expect(isAmbiguous(fields.with(at, changed))).toBe(true)
      }),
    )
  })
})

describe('an item', () => {
  it.each([
    ['success as another text', { success: 'True' }],
    ['success as a number', { success: 1 }],
    ['an amount as text', { amount: { currency: 'BRL', value: '20000' } }],
    ['an amount with decimals', { amount: { currency: 'BRL', value: 200.5 } }],
    ['no reference of its own', { pspReference: '' }],
    ['a list as a reference', { merchantReference: ['pay_1'] }],
    ['no event', { eventCode: null }],
  ])('with %s is not read', (_, changes) => {
    expect(read({ ...ITEM, ...changes })).toBeUndefined()
  })

  it('is read with fields and codes of tomorrow, and without additional data', () => {
    const tomorrow = { ...ITEM, eventCode: 'OF_TOMORROW', more: { a: [1] }, additionalData: 7 }
    expect(read(tomorrow)).toMatchObject({ eventCode: 'OF_TOMORROW', success: true })
  })

  it('has one id, whatever the fields say that nobody signed', () => {
    const other = { ...ITEM, eventDate: '2026-12-01T12:03:11.000Z', reason: 'none', success: true }
    expect(eventId(fieldsOf(other))).toBe(eventId(FIELDS))
    expect(eventId(FIELDS)).toMatch(/^adyen_[0-9a-f]{40}$/)
  })
})
