import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CARD_BRANDS } from '#contract/payment.ts'
import { CARD_FAULTS, CARD_FIELDS } from './protocol.ts'
import { isReady, readFromFrame, readToFrame } from './read-message.ts'

const id = fc.maxSafeInteger()
const faults = fc.dictionary(fc.constantFrom(...CARD_FIELDS), fc.constantFrom(...CARD_FAULTS), {
  noNullPrototype: true,
})
const brand = fc.constantFrom(...CARD_BRANDS, null)
const toFrame = fc.oneof(
  fc.record({
    type: fc.constant('seal'),
    id,
    installments: id,
    idempotencyKey: fc.stringMatching(/^[!-~]{1,255}$/),
  }),
  fc.record({ type: fc.constant('show'), faults }),
  fc.record({ type: fc.constant('focus'), field: fc.constantFrom(...CARD_FIELDS) }),
  fc.constantFrom({ type: 'paying' }, { type: 'forget-code' }),
)
const fromFrame = fc.oneof(
  fc.record({ type: fc.constant('state'), brand, isEmpty: fc.boolean(), faults }),
  fc.record({ type: fc.constant('height'), px: fc.integer({ min: 0, max: 4000 }) }),
  fc.record({
    type: fc.constant('sealed'),
    id,
    encrypted: fc.constantFrom('eyJh.k-_e.aXY.c2Vh.dGFn', 'eyJh..aXY.c2Vh.dGFn'),
    brand,
    lastFour: fc.stringMatching(/^[0-9]{4}$/),
  }),
  fc.record({ type: fc.constant('faulty'), id, faults }),
  fc.record({ type: fc.constant('failed'), id }),
  fc.constant({ type: 'submit' }),
)

describe.each([
  ['readToFrame', readToFrame, toFrame],
  ['readFromFrame', readFromFrame, fromFrame],
] as const)('%s', (_, read, message) => {
  it('S-51: accepts every message of the protocol, and drops unknown properties', () => {
    fc.assert(
      fc.property(message, (message) => {
        expect(read({ ...message, number: '4242424242424242' })).toEqual(message)
      }),
    )
  })

  it('S-51: refuses a message with any property missing or of another type', () => {
    const wrong = fc.constantFrom(undefined, NaN, 'o d', {}, [])
    fc.assert(
      fc.property(message, fc.nat(), wrong, (message, index, value) => {
        const keys = Object.keys(message)
        const key = keys[index % keys.length] ?? ''
        const kept = read({ ...message, [key]: value })
        // An empty object is valid for `faults`.
        expect(kept === undefined || JSON.stringify(kept).includes('"faults":{}')).toBe(true)
      }),
    )
  })

  it('S-51: never throws, for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect(read(value)).toBeUndefined()
      }),
    )
  })
})

describe('S-51: readFromFrame', () => {
  it.each([
    { type: 'sealed', id: 1, encrypted: '4242424242424242', brand: 'visa', lastFour: '4242' },
    { type: 'sealed', id: 1, encrypted: 'a.b.c.d.e', brand: 'visa', lastFour: '42424' },
    { type: 'state', brand: 'toString', isEmpty: true, faults: {} },
    { type: 'state', brand: null, isEmpty: true, faults: { 'card-number': 'odd' } },
    { type: 'state', brand: null, isEmpty: true, faults: { email: 'wrong' } },
    { type: 'height', px: -1 },
    { type: 'height', px: Infinity },
  ])('refuses %j', (message) => {
    expect(readFromFrame(message)).toBeUndefined()
  })
})

describe('S-51: isReady', () => {
  it("accepts the frame's Ready message only", () => {
    expect(isReady({ type: 'card-frame-ready' })).toBe(true)
    for (const other of [null, undefined, 'card-frame-ready', {}, { type: 'ready' }])
      expect(isReady(other)).toBe(false)
  })
})
