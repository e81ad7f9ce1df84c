import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brCode, parseBrCode } from './br-code.ts'
import { crc16Ccitt } from './crc16-ccitt.ts'

const MANUAL_EXAMPLE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
  '5913Fulano de Tal6008BRASILIA62070503***63041D3D'

const key = fc.oneof(
  fc.uuid(),
  fc.constantFrom('12345678909', '+5511987654321', 'loja@example.com.br'),
)
const words = fc.stringMatching(/^[A-Za-zÀ-ÃÇ-ÊÍÓ-ÕÚà-ãç-êíó-õú]{1,20}( [A-Za-zà-ãç-ê]{1,9}){0,3}$/)
const merchant = fc.record({ merchantName: words, merchantCity: words })
const amountAndTxid = fc.record(
  {
    amountMinor: fc.integer({ min: 1, max: 999_999_999_999 }),
    txid: fc.stringMatching(/^[0-9A-Za-z]{1,25}$/),
  },
  { requiredKeys: [] },
)
const location = fc.stringMatching(/^pix\.example\.com\/qr\/v2\/[0-9a-f-]{1,54}$/)

describe('brCode', () => {
  it("gives the manual's example, CRC 1D3D", () => {
    expect(
      brCode({
        key: '123e4567-e12b-12d1-a456-426655440000',
        merchantName: 'Fulano de Tal',
        merchantCity: 'BRASILIA',
      }),
    ).toBe(MANUAL_EXAMPLE)
  })

  it('equals brazilian-utils, with a key', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(key, merchant, cents, words, (key, merchant, amountMinor, description) => {
        const charge = { key, ...merchant, description, txid: 'A1001' }
        expect(brCode(charge)).toBe(generatePixPayload(charge))
        expect(brCode({ ...charge, amountMinor })).toBe(
          generatePixPayload({ ...charge, amount: amountMinor / 100 }),
        )
      }),
    )
  })

  it('equals brazilian-utils, with a URL', () => {
    fc.assert(
      fc.property(location, merchant, (url, merchant) => {
        expect(brCode({ url, ...merchant })).toBe(generatePixPayload({ url, ...merchant }))
      }),
    )
  })

  it('drops accents and cuts names', () => {
    const code = brCode({
      key: '12345678909',
      merchantName: ' Padaria  São João da Conceição & Irmãos Ltda.',
      merchantCity: 'São José do Rio Preto',
      description: 'Pedido nº 1001 — maçã 🍎',
    })
    expect(parseBrCode(code)).toEqual({
      key: '12345678909',
      merchantName: 'Padaria Sao Joao da Conce',
      merchantCity: 'Sao Jose do Rio',
      description: 'Pedido no 1001 maca',
    })
  })

  it('omits a description that does not fit beside the key', () => {
    const loja = { merchantName: 'Loja', merchantCity: 'Recife', description: 'Pedido 1001' }
    const withKey = (length: number) => parseBrCode(brCode({ key: 'k'.repeat(length), ...loja }))
    expect(withKey(72)).toMatchObject({ description: 'P' })
    expect(withKey(73)).not.toHaveProperty('description')
    expect(withKey(77)).not.toHaveProperty('description')
  })

  it.each([
    ['a key that is too long', { key: 'k'.repeat(78) }],
    ['an empty key', { key: '' }],
    ['an amount of zero', { amountMinor: 0 }],
    ['a fraction', { amountMinor: 1.5 }],
    ['a negative amount', { amountMinor: -1 }],
    ['a txid with a hyphen', { txid: 'A-1' }],
    ['a txid that is too long', { txid: 'A'.repeat(26) }],
    ['a name without a Latin letter', { merchantName: '日本' }],
  ])('refuses %s', (_, change) => {
    const charge = { key: 'loja@example.com.br', merchantName: 'Loja', merchantCity: 'Recife' }
    expect(() => brCode({ ...charge, ...change })).toThrow(RangeError)
  })

  it.each(['https://pix.example.com/1', 'p'.repeat(78), ''])('refuses the URL %j', (url) => {
    expect(() => brCode({ url, merchantName: 'Loja', merchantCity: 'Recife' })).toThrow(RangeError)
  })
})

describe('parseBrCode', () => {
  it('round-trips every static code', () => {
    fc.assert(
      fc.property(key, amountAndTxid, (key, details) => {
        const charge = { key, merchantName: 'Loja', merchantCity: 'Recife', ...details }
        expect(parseBrCode(brCode(charge))).toEqual(charge)
      }),
    )
  })

  it('round-trips every dynamic code, as brazilian-utils does', () => {
    fc.assert(
      fc.property(location, (url) => {
        const code = brCode({ url, merchantName: 'Loja', merchantCity: 'Recife' })
        expect(parseBrCode(code)).toEqual({ url, merchantName: 'Loja', merchantCity: 'Recife' })
        expect(getPixPayloadInfo(code)?.url).toBe(url)
      }),
    )
  })

  it('refuses every change of one character', () => {
    fc.assert(
      fc.property(
        fc.nat(MANUAL_EXAMPLE.length - 1),
        fc.stringMatching(/^[ -~]$/),
        (at, character) => {
          fc.pre(MANUAL_EXAMPLE.charAt(at) !== character)
          const changed = MANUAL_EXAMPLE.slice(0, at) + character + MANUAL_EXAMPLE.slice(at + 1)
          expect(parseBrCode(changed)).toBeUndefined()
        },
      ),
      { numRuns: 1000 },
    )
  })

  it.each(['', '6304', '6304FFFF', MANUAL_EXAMPLE.slice(0, -1), `${MANUAL_EXAMPLE} `])(
    'refuses %j',
    (text) => {
      expect(parseBrCode(text)).toBeUndefined()
    },
  )

  it.each([
    ['another currency', '5303986', '5303840'],
    ['another scheme', 'br.gov.bcb.pix', 'br.gov.bcb.xip'],
    ['neither key nor address', '0136123e', '0936123e'],
    ['no name', '5913', '5813'],
    ['no city', '6008', '6408'],
    ['an amount that is none', '5802BR', '54031e35802BR'],
  ])('refuses %s, though the CRC is right', (_, from, to) => {
    const body = MANUAL_EXAMPLE.slice(0, -4).replace(from, to)
    expect(parseBrCode(body + crc16Ccitt(body))).toBeUndefined()
  })
})
