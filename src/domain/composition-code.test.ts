import { deflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Composition, PREVIEW_LIMITS } from '#contract/preview.ts'
import { decodeComposition, encodeComposition } from './composition-code.ts'

const text = fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => text.isWellFormed())
const amount = fc.record({ label: text, amount: fc.integer() }, { requiredKeys: [] })
const compositions: fc.Arbitrary<Composition> = fc.record({
  merchant: fc.record(
    { name: text, country: text, color: text, radiusPx: fc.integer() },
    { requiredKeys: [] },
  ),
  session: fc.record(
    {
      amount: fc.integer(),
      currency: text,
      lineItems: fc.array(
        fc.record(
          { name: text, quantity: fc.integer(), unitAmount: fc.integer() },
          { requiredKeys: [] },
        ),
        { maxLength: 8 },
      ),
      discounts: fc.array(amount, { maxLength: 3 }),
      shipping: amount,
      paymentMethods: fc.array(text, { maxLength: 3 }),
      customer: fc.record({ email: text, name: text }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
})

function codeOf(value: unknown): string {
  return deflateRawSync(JSON.stringify(value)).toString('base64url')
}

describe('the code of a composition', () => {
  it('round-trips, in characters that a URL can hold', async () => {
    await fc.assert(
      fc.asyncProperty(compositions, async (composition) => {
        const code = await encodeComposition(composition)
        expect(code).toMatch(/^[\w-]+$/)
        expect(await decodeComposition(code ?? '')).toEqual(composition)
      }),
    )
  })

  it('is undefined for a composition that is too long for a URL', async () => {
    const noise = Array.from({ length: 200 }, (_, index) => ({
      name: Array.from({ length: 40 }, (_, place) =>
        String.fromCodePoint(0x4e00 + ((index * 7919 + place * 104_729) % 20_000)),
      ).join(''),
    }))
    const session = { lineItems: noise }
    expect(await encodeComposition({ merchant: {}, session })).toBeUndefined()
  })

  it.each([
    ['', 'nothing'],
    ['!', 'no base64url'],
    ['AAAA', 'nothing deflated'],
    [codeOf('text'), 'no composition'],
    [codeOf({ merchant: {}, session: { amount: '1' } }), 'a text for an amount'],
    [
      codeOf({ merchant: {}, session: { lineItems: Array.from({ length: 201 }, () => ({})) } }),
      'too many lines',
    ],
    [codeOf({ merchant: {}, session: { description: 'x'.repeat(3000) } }), 'a text too long'],
    [codeOf({ merchant: {}, session: {} }).slice(0, -4), 'half a code'],
  ])('%s is refused: %s', async (code) => {
    expect(await decodeComposition(code)).toBeUndefined()
  })

  it('is inflated up to the limit only', async () => {
    const bomb = codeOf({
      merchant: {},
      session: {},
      more: ' '.repeat(PREVIEW_LIMITS.jsonLengthMax),
    })
    expect(bomb.length).toBeLessThan(200)
    expect(await decodeComposition(bomb)).toBeUndefined()
    expect(await decodeComposition(codeOf({ merchant: {}, session: {}, more: ' ' }))).toBeDefined()
  })

  it('is not decoded when it is longer than a URL may be', async () => {
    const line = { name: 'x'.repeat(100) }
    const stored = (count: number) => {
      const json = JSON.stringify({
        merchant: {},
        session: { lineItems: Array.from({ length: count }, () => line) },
      })
      return deflateRawSync(json, { level: 0 }).toString('base64url')
    }
    expect(await decodeComposition(stored(30))).toBeDefined()
    expect(stored(50).length).toBeGreaterThan(PREVIEW_LIMITS.codeLengthMax)
    expect(await decodeComposition(stored(50))).toBeUndefined()
  })
})
