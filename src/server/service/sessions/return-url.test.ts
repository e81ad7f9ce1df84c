import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { hostileUrls } from '#proof/testing/server/hostile-urls.fixture.ts'
import { isReturnUrlAllowed } from './return-url.ts'

/** Hostile in both environments. `store.example` is registered and must not match these. */
const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'javascript://store.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://store.example/',
  'ws://store.example/',
  'wss://store.example/',
  'blob:https://store.example/1',
  'about:blank',
  'view-source:https://store.example/',
  'intent://store.example#Intent;scheme=https;end',
  'mailto:a@store.example',
  '//store.example/ok',
  '/ok',
  'ok',
  'store.example/ok',
  '',
  ' ',
  'https:',
  'https:/',
  'https://',
  'https:store.example/ok',
  'https:/store.example/ok',
  'https:\\\\store.example\\ok',
  'https://store.example\\@evil.example/',
  'https://evil.example\\@store.example/',
  'https://evil.example\\.store.example/',
  'https://store.example@evil.example/',
  'https://store.example:443@evil.example/',
  'https://user@store.example/',
  'https://user:secret@store.example/',
  'https://:secret@store.example/',
  'https://evil.example#@store.example/',
  'https://evil.example/?https://store.example/',
  'https://evil.example/store.example',
  'https://evil.example/#https://store.example',
  'https://store.example.evil.example/',
  'https://evilstore.example/',
  'https://store.example.',
  'https://store.example./ok',
  'https://sub.store.example/',
  'https://store.example:444/',
  'https://store.example:80/',
  'https://store.example:0/',
  'https://store.example:99999/',
  'https://store.example:port/',
  'http://store.example/',
  'HTTP://store.example/',
  'http://store.example:443/',
  'https://störe.example/',
  'https://store.exаmple/',
  'https://ѕtore.example/',
  'https://store。evil.example/',
  'https://store.example%2eevil.example/',
  'https://store.example%00.evil.example/',
  'https://store.example%252f@evil.example/',
  'https://store.example%2f@evil.example/',
  'https://store.example;evil.example/',
  'https://store.example,evil.example/',
  'https://{SESSION_ID}.evil.example/',
  'https://evil.example/{SESSION_ID}',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://localhost/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'https://store.example\t.evil.example/',
  'https://store.exam\nple/',
  'https://store.example/\r\nSet-Cookie: a=b',
  'https://store.example/a b',
  'https://store.example/\u0000',
  'https://store.example/\u001f',
  'https://store.example/\u007f',
  'https://store.example/\ud800',
  'https://store.example/\u00a0',
  ' https://store.example/ok',
  'https://store.example/ok ',
  '\u0000https://store.example/ok',
  `https://store.example/${'x'.repeat(4000)}`,
]

const AT_ONCE = 20

const HARMLESS = [
  ['https://store.example', 'https://store.example/'],
  // Normalized as by every browser.
  ['https:///store.example/ok', 'https://store.example/ok'],
  ['https://@store.example/', 'https://store.example/'],
  ['https://store.example/ok?s={SESSION_ID}', 'https://store.example/ok?s={SESSION_ID}'],
  ['https://store.example/{SESSION_ID}/ok', 'https://store.example/{SESSION_ID}/ok'],
  ['HTTPS://STORE.example:443/ok', 'https://store.example/ok'],
  ['https://store.example/a/../b', 'https://store.example/b'],
  ['https://store.example/ok#//evil.example', 'https://store.example/ok#//evil.example'],
  [
    'https://store.example/?next=https://x.example',
    'https://store.example/?next=https://x.example',
  ],
  ['https://store.example/São', 'https://store.example/S%C3%A3o'],
  ['https://store.example//evil.example', 'https://store.example//evil.example'],
  ['https://store.example/%E2%80%AE', 'https://store.example/%E2%80%AE'],
] as const

const LOCAL = [
  'http://localhost/ok',
  'http://localhost:4244/ok',
  'http://127.0.0.1:4244/ok',
  'http://0x7f.1/',
] as const

// tests guard: exact-origin

describe.each(['sandbox', 'production'] as const)('S-58: return URLs in the %s', (environment) => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ environment })
  })
  afterAll(() => api.close())

  const post = (changes: object, merchant: TestMerchant = api.merchant) =>
    merchant.post('/v1/sessions', { merchantId: merchant.id, amount: 1, ...changes })

  it.each(['successUrl', 'cancelUrl'])(
    'refuses every hostile %s and names the field',
    async (field) => {
      for (const url of HOSTILE) {
        const problem = (await post({ [field]: url })).problem()
        expect(['validation_failed', 'return_url_not_allowed']).toContain(problem.code)
        expect(problem.errors?.map((error) => error.path)).toEqual([field])
      }
    },
  )

  it('refuses thirteen hundred more, in both fields', async () => {
    const urls = hostileUrls()
    expect(urls.length).toBeGreaterThan(1300)
    const taken: string[] = []
    for (let from = 0; from < urls.length; from += AT_ONCE)
      await Promise.all(
        urls.slice(from, from + AT_ONCE).map(async (url) => {
          const answer = await post({ successUrl: url, cancelUrl: url })
          const paths =
            answer.status === 201 ? [] : answer.problem().errors?.map(({ path }) => path)
          if (!paths?.includes('successUrl') || !paths.includes('cancelUrl')) taken.push(url)
        }),
      )
    expect(taken).toEqual([])
  })

  it.each(HARMLESS)('accepts %s', async (url, stored) => {
    const session = (await post({ successUrl: url, cancelUrl: url })).as(Session)
    expect(session).toMatchObject({ successUrl: stored, cancelUrl: stored })
  })

  it(`${environment === 'sandbox' ? 'accepts' : 'refuses'} the merchant's own machine`, async () => {
    for (const url of LOCAL) {
      const { status } = await post({ successUrl: url })
      expect(status).toBe(environment === 'sandbox' ? 201 : 422)
    }
  })

  it('refuses with return_url_not_allowed, and names both URLs', async () => {
    const elsewhere = 'https://elsewhere.example/'
    const problem = (await post({ successUrl: elsewhere, cancelUrl: elsewhere })).problem()
    expect(problem).toMatchObject({
      code: 'return_url_not_allowed',
      status: 422,
      errors: [
        { path: 'successUrl', code: 'origin_not_registered' },
        { path: 'cancelUrl', code: 'origin_not_registered' },
      ],
    })
  })

  it('matches the port of a registered origin, and no other', async () => {
    const merchant = await api.addMerchant({ returnOrigins: ['https://shop.example:8443'] })
    const at = (successUrl: string) => post({ successUrl }, merchant)
    expect((await at('https://shop.example:8443/ok')).status).toBe(201)
    expect((await at('https://shop.example/ok')).status).toBe(422)
    expect((await at('https://store.example/ok')).status).toBe(422)
  })

  it('never accepts plain http of a registered name in production', async () => {
    const merchant = await api.addMerchant({ returnOrigins: ['http://shop.example'] })
    const { status } = await post({ successUrl: 'http://shop.example/ok' }, merchant)
    expect(status).toBe(environment === 'production' ? 422 : 201)
  })

  it('are null when neither the call nor the merchant has one', async () => {
    const merchant = await api.addMerchant({ successUrl: null, cancelUrl: null })
    const session = (await post({}, merchant)).as(Session)
    expect(session).toMatchObject({ successUrl: null, cancelUrl: null })
  })
})

describe('isReturnUrlAllowed', () => {
  const registered = { layout: 'local', returnOrigins: ['https://store.example'] } as const

  it.each([
    'no URL',
    'https://user@store.example/',
    'https://:secret@store.example/',
    'http://user@localhost/',
    'javascript:alert(1)',
  ])('does not rely on the schema: refuses %s', (url) => {
    expect(isReturnUrlAllowed(url, registered)).toBe(false)
  })

  it('does not match the null origin', () => {
    const opaque = { layout: 'local', returnOrigins: ['null'] } as const
    expect(isReturnUrlAllowed('data:text/html,x', opaque)).toBe(false)
  })
})
