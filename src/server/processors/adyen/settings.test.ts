import { describe, expect, it } from 'vitest'
import { CARD_CERTIFICATE, contextOf, SETTINGS } from '#proof/testing/adyen/test-account.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { ProcessorNotLoaded, type ProcessorContext } from '../load-processor.ts'
import { readAccount } from './settings.ts'

const PRODUCTION = { environment: 'production' } as const
const LIVE = { ...SETTINGS, livePrefix: '1797a841fbb37ca7-AdyenDemo' }

function reasonOf(settings: Record<string, unknown>, changes: Partial<ProcessorContext> = {}) {
  try {
    readAccount(contextOf({ settings, ...changes }))
    return 'accepted'
  } catch (error) {
    return error instanceof ProcessorNotLoaded ? error.message : 'another error'
  }
}

describe('the settings of an account', () => {
  it('are few, and the rest has defaults', () => {
    expect(readAccount(contextOf())).toMatchObject({
      name: 'adyen-br',
      api: 'https://checkout-test.adyen.com/v72',
      shopper: 'https://checkoutshopper-test.adyen.com',
      sealing: { from: 'certificate', alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'none' },
      captureWithinDays: 6,
      giveUpAfterMinutes: 15,
      returnHosts: [],
    })
  })

  it('lead to the addresses of the live account in production', () => {
    expect(readAccount(contextOf({ ...PRODUCTION, settings: LIVE }))).toMatchObject({
      api: 'https://1797a841fbb37ca7-AdyenDemo-checkout-live.adyenpayments.com/checkout/v72',
      shopper: 'https://checkoutshopper-live.adyen.com',
    })
  })

  it('may lead to this machine in the sandbox', () => {
    const settings = {
      ...SETTINGS,
      baseUrl: 'http://127.0.0.1:14300/v72/',
      shopperUrl: 'http://localhost:14301',
    }
    expect(readAccount(contextOf({ settings }))).toMatchObject({
      api: 'http://127.0.0.1:14300/v72',
      shopper: 'http://localhost:14301',
    })
  })

  it('R-111: list every problem at once, and none of the values', () => {
    const reason = reasonOf({
      merchantAccount: 'canary:BR',
      hmacKeys: ['hmac-canary'],
      livePrefix: 'prefix-canary',
      sealing: { from: 'key-canary', kid: 'kid-canary', age: 'canary' },
      certificate: 'certificate-canary',
      clientKey: 'client-canary',
      captureWithinDays: 29,
      giveUpAfterMinutes: 4,
      holdAs: 'hold-canary',
      statement: 'statement-canary-canary',
      returnHosts: ['canary.example'],
      baseUrl: 'http://canary.example',
      reportUser: 'report-canary',
      misspelled: 'canary',
    })
    expect(reason).not.toMatch(/canary/)
    expect(reason.split('; ')).toEqual([
      expect.stringMatching(
        /^the account "adyen-br" \(adyen\) has settings that cannot be used: misspelled is unknown: known are module, retired, webhookAuthorities, merchantAccount, apiKey, /,
      ),
      'sealing.age is unknown: known are from, alg, enc, kid',
      'merchantAccount must be the merchant account as the Customer Area writes it, without a colon',
      'apiKey is missing: make one under Developers > API credentials, with the role Checkout webservice',
      'hmacKeys must hold one or two keys of 64 hexadecimal digits: the present one, and while it is rotated the one before',
      'livePrefix must be the prefix under Developers > API URLs',
      'sealing.from must be certificate or clientKey',
      'sealing.kid must be one of none, sha1-hex, sha1-base64url, sha256-hex, sha256-base64url',
      'clientKey must begin with test_ or live_',
      'captureWithinDays must be a number of days from 1 to 28',
      'giveUpAfterMinutes must be a number of minutes from 5 to 60',
      'holdAs must be pre or final',
      "statement must have at most 22 of a-z, A-Z, 0-9, blank and . , ' _ - ? + * /",
      'returnHosts must be a host of adyen.com',
      'baseUrl must be an address with https://, without user, query and fragment',
      'reportUser and reportPassword belong together',
      'certificate is no certificate',
    ])
  })

  const early = { clock: () => new Date('2060-01-01') }
  it.each<[string, object, Partial<ProcessorContext>, RegExp]>([
    ['a colon', { merchantAccount: 'a:b' }, {}, /merchantAccount must be/],
    ['a merchant account that is too long', { merchantAccount: 'a'.repeat(81) }, {}, /must be the/],
    ['a number', { merchantAccount: 1, apiKey: 2 }, {}, /must be the .*; apiKey must be a text$/],
    ['no merchant account', { merchantAccount: undefined }, {}, /merchantAccount is missing$/],
    ['an empty key', { apiKey: ' ' }, {}, /apiKey is empty$/],
    ['no HMAC key', { hmacKeys: [] }, {}, /hmacKeys must hold/],
    ['one HMAC key, and no list', { hmacKeys: 'ab'.repeat(32) }, {}, /hmacKeys must hold/],
    ['three HMAC keys', { hmacKeys: Array(3).fill('ab'.repeat(32)) }, {}, /hmacKeys must hold/],
    ['no prefix in production', {}, PRODUCTION, /livePrefix is missing: production needs/],
    ['a prefix in the sandbox', LIVE, {}, /livePrefix is for production/],
    ['another algorithm', { sealing: { alg: 'RSA1_5' } }, {}, /alg must be RSA-OAEP-256 or RSA-OA/],
    ['another encryption', { sealing: { enc: 'A128GCM' } }, {}, /enc must be A256GCM or A256CBC/],
    ['a sealing that is no object', { sealing: 'clientKey' }, {}, /sealing must be an object/],
    ['no certificate', { certificate: undefined }, {}, /certificate is missing: download it/],
    [
      'a certificate without RSA',
      { certificate: selfSignedCertificate('ec').cert },
      {},
      /certificate has no RSA key of at least 2048 bits$/,
    ],
    [
      'a short key',
      { certificate: selfSignedCertificate('short', { rsaBits: 1024 }).cert },
      {},
      /certificate has no RSA key of at least 2048 bits$/,
    ],
    ['an old certificate', {}, early, /certificate ended on 2049-12-31: download the new one$/],
    ['no client key', { sealing: { from: 'clientKey' } }, {}, /clientKey is missing$/],
    [
      'a key id of a client key',
      { sealing: { from: 'clientKey', kid: 'sha1-hex' }, clientKey: 'test_A' },
      {},
      /sealing\.kid needs a certificate$/,
    ],
    ['a live client key', { clientKey: 'live_A' }, {}, /clientKey is a key of the other env/],
    ['a test client key', { ...LIVE, clientKey: 'test_A' }, PRODUCTION, /clientKey is a key of th/],
    ['a host of others', { returnHosts: ['adyen.com.example'] }, {}, /returnHosts must be a host/],
    ['a host with a port', { returnHosts: ['a.adyen.com:1'] }, {}, /returnHosts must be a host/],
    ['a path for a host', { returnHosts: ['a.example/.adyen.com'] }, {}, /returnHosts must be a/],
    ['plain HTTP elsewhere', { shopperUrl: 'http://adyen.example' }, {}, /shopperUrl must be an a/],
    ['a user', { baseUrl: 'https://a:b@adyen.example' }, {}, /baseUrl must be an address/],
    [
      'addresses in production',
      { ...LIVE, baseUrl: 'https://a.example', shopperUrl: 'https://b.example' },
      PRODUCTION,
      /baseUrl is for the sandbox: .*; shopperUrl is for the sandbox: production uses Adyen’s own/,
    ],
    ['half a report user', { reportPassword: 'p' }, {}, /reportUser and reportPassword belong/],
  ])('are refused with %s', (_, changes, context, reason) => {
    expect(reasonOf({ ...SETTINGS, ...changes }, context)).toMatch(reason)
  })

  it.each([
    { certificate: undefined, clientKey: 'test_AB12', sealing: { from: 'clientKey' } },
    { certificate: CARD_CERTIFICATE.cert + CARD_CERTIFICATE.cert },
    { hmacKeys: ['AB'.repeat(32), 'cd'.repeat(32)] },
    { holdAs: 'pre', statement: "NORTE *LOJA-1,'_?+/.", returnHosts: ['pal-test.adyen.com'] },
    { reportUser: 'report@Company.Norte', reportPassword: 'p' },
  ])('are accepted with %j', (changes) => {
    expect(reasonOf({ ...SETTINGS, ...changes })).toBe('accepted')
  })
})
