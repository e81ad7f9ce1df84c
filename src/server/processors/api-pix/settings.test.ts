import { describe, expect, it } from 'vitest'
import { CLIENT, contextOf, SETTINGS } from '#proof/testing/api-pix/open-test-adapter.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { ProcessorNotLoaded, type ProcessorContext } from '../load-processor.ts'
import { createProcessor } from './api-pix.ts'
import { DIALECT_NAMES, DIALECTS } from './dialects.ts'
import { readAccount } from './settings.ts'

function reasonOf(settings: Record<string, unknown>, changes: Partial<ProcessorContext> = {}) {
  try {
    createProcessor(contextOf({ settings, ...changes }))
    return 'accepted'
  } catch (error) {
    return error instanceof ProcessorNotLoaded ? error.message : 'another error'
  }
}

describe('the settings of an account', () => {
  it('are accepted when they are complete', () => {
    expect(reasonOf(SETTINGS)).toBe('accepted')
  })

  it('list every problem at once, and none of the values', () => {
    const reason = reasonOf({
      dialect: 'nubank',
      clientId: ' ',
      certificate: 'certificate-canary',
      key: 'key-canary',
      pixKey: '111.444.777-35',
      baseUrl: 'http://bank.example',
      receiver: { name: 'Loja' },
    })
    expect(reason).toBe(
      'the account "bank" (api-pix) has settings that cannot be used: ' +
        'dialect must be one of standard, sicredi, efi, banco-do-brasil, inter, itau; ' +
        'clientId is empty; clientSecret is missing; ' +
        'pixKey must be a Pix key: CPF or CNPJ without separators and with its check digits, phone with +55, e-mail in small letters, or UUID in small letters; ' +
        'baseUrl must be the address of the API up to /cob, with https://, and without user, query or fragment: https://pix.bank.example/v2; receiver.city is missing; ' +
        'certificate is no certificate in PEM: convert it with openssl; ' +
        'key is no private key in PEM: convert it with openssl',
    )
  })

  it.each<[string, object, Partial<ProcessorContext>, RegExp]>([
    [
      'a key of another certificate',
      { key: selfSignedCertificate('other').key },
      {},
      /key does not belong to the certificate: name the key with which it was requested$/,
    ],
    [
      'a certificate that has ended',
      {},
      { clock: () => new Date('2050-01-01') },
      /certificate ended on 2049-12-31: renew it$/,
    ],
    [
      'a certificate of later',
      {},
      { clock: () => new Date('2019-01-01') },
      /certificate is valid only from 2020-01-01: name one that is valid today$/,
    ],
    [
      'authorities that are none',
      { authorities: 'CA' },
      {},
      /authorities is no certificate in PEM: convert it with openssl$/,
    ],
    [
      'a number for a text',
      { pixKey: 11222333000181 },
      {},
      /pixKey must be a text: write it in quotes$/,
    ],
    [
      'a receiver that no code can name',
      { receiver: { name: '東京', city: 'Recife' } },
      {},
      /receiver has a name or city/,
    ],
    ['no address', { baseUrl: undefined }, {}, /baseUrl and tokenUrl: needed/],
    ['no token address', { tokenUrl: undefined }, {}, /baseUrl and tokenUrl: needed/],
    [
      'no sandbox of the bank',
      { dialect: 'itau', baseUrl: undefined, tokenUrl: undefined },
      {},
      /are known for sandbox$/,
    ],
    [
      'no key of the developer',
      { dialect: 'banco-do-brasil' },
      {},
      /appKey is missing: this dialect needs it$/,
    ],
  ])('are refused with %s', (_, changes, context, reason) => {
    expect(reasonOf({ ...SETTINGS, ...changes }, context)).toMatch(reason)
  })

  it.each([
    '12345678909',
    '11222333000181',
    '12ABC34501DE35',
    '+5511987654321',
    'loja@example.com',
    '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  ])('take the Pix key %s', (pixKey) => {
    expect(reasonOf({ ...SETTINGS, pixKey })).toBe('accepted')
  })

  it.each([
    '12345678900',
    '11987654321',
    'Loja@example.com',
    'loja',
    '',
    `${'a'.repeat(70)}@example.com`,
  ])('take no Pix key %s', (pixKey) => {
    expect(reasonOf({ ...SETTINGS, pixKey })).toMatch(/pixKey must be a Pix key/)
  })
})

describe('a dialect', () => {
  it.each(DIALECT_NAMES)('%s claims nothing that nobody has run', (name) => {
    expect(DIALECTS[name].isVerified).toBe(false)
  })

  it.each(DIALECT_NAMES.filter((name) => name !== 'standard'))(
    '%s knows its addresses, and the settings override them',
    (dialect) => {
      const settings = {
        ...SETTINGS,
        dialect,
        appKey: 'k',
        baseUrl: undefined,
        tokenUrl: undefined,
      }
      const context = { environment: 'production', settings } as const
      const { endpoints } = readAccount(contextOf(context))
      expect(Object.values(endpoints).filter((url) => !URL.canParse(url))).toEqual([])
      const own = {
        ...settings,
        baseUrl: 'https://own.example/v2/',
        tokenUrl: 'https://own.example/t',
      }
      expect(readAccount(contextOf({ ...context, settings: own })).endpoints).toEqual({
        api: 'https://own.example/v2',
        token: 'https://own.example/t',
      })
    },
  )
})

describe('the certificates', () => {
  it('are those by whose end the account fails', () => {
    const settings = { ...SETTINGS, authorities: CLIENT.cert + CLIENT.cert }
    const ends = createProcessor(contextOf({ settings })).certificates?.()
    const notAfter = new Date('2049-12-31T23:59:59.000Z')
    expect(ends).toEqual([
      { name: 'certificate', notAfter },
      { name: 'authorities', notAfter },
      { name: 'authorities', notAfter },
    ])
  })
})
