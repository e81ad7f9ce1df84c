import { rmSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CheckoutConnectionError } from '#client/index.ts'
import type { PageClient } from '../page-client.ts'
import type { CardSeal } from '#contract/checkout.ts'
import { cardSeal } from '#contract/openapi/example-values.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import type { CountReport } from '#http/reports/report.ts'
import { type CardFrameOptions, createCardFrame } from './card-frame.ts'
import { createPreviewSeal } from '#sandbox/preview/preview-seal.ts'
import { refusal } from '#sandbox/preview/states/refusals.ts'
import { loadCardFrame } from './load-card-frame.ts'
import { writeStandInFrame } from '#proof/testing/page/stand-in-frame.fixture.ts'

const FIELDS_URL = 'https://fields.example.com'
const KEY = { kid: 'k-1', kty: 'RSA' as const, n: 'abc', e: 'AQAB' }
const SEALING = {
  scheme: 'adyen-jwe',
  alg: 'RSA-OAEP',
  enc: 'A256CBC-HS512',
  header: { version: '1', kid: 'k' },
} as const
const SEAL: CardSeal = { ...cardSeal, encryptionKey: KEY }
const START_MS = Date.parse('2026-11-20T12:00:00.000Z')
const PERMISSIONS =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()'
const ALWAYS = {
  'cache-control': 'no-store, no-transform',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': PERMISSIONS,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^req_[0-9A-Za-z]{17}$/),
}
const policy = (scripts: string, styles: string) =>
  `default-src 'none'; script-src ${scripts}; style-src ${styles}; frame-ancestors https://checkout.example.com; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; report-uri /reports`

let directory = ''
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

async function open(changes: Partial<CardFrameOptions> = {}, record = {}) {
  directory = writeStandInFrame(record)
  const logged: string[] = []
  const note = (_: object, message: string) => void logged.push(message)
  const cardEncryptionKey = vi.fn<PageClient['checkout']['cardEncryptionKey']>(async () => KEY)
  const readSeal = vi.fn<PageClient['checkout']['cardSeal']>(async () => SEAL)
  const time = { ms: START_MS }
  const frame = createCardFrame({
    client: { checkout: { cardEncryptionKey, cardSeal: readSeal } },
    build: await loadCardFrame(directory),
    environment: 'sandbox',
    checkoutUrl: 'https://checkout.example.com',
    fieldsUrl: FIELDS_URL,
    log: { info: note, warn: note, error: note },
    clock: () => new Date(time.ms),
    ...changes,
  })
  return {
    logged,
    cardEncryptionKey,
    readSeal,
    time,
    get: async (path: string, init: RequestInit = {}, address?: string) =>
      frame.fetch(
        new Request(FIELDS_URL + path, init),
        address === undefined ? undefined : { address },
      ),
  }
}

function dataIn(html: string): unknown {
  return JSON.parse(/<script type="application\/json">(.*)<\/script>/.exec(html)?.[1] ?? '')
}

describe('GET /card/{locale}', () => {
  it('S-40: has these headers and no others', async () => {
    const { get } = await open()
    const response = await get('/card/en')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      ...ALWAYS,
      vary: 'Accept-Encoding',
      'content-security-policy': policy("'sha256-bG9vaw==' 'sha256-ZnJhbWU='", "'sha256-c3R5bGU='"),
    })
  })

  it('S-162: has another script, and no other, where the key says how a card is sealed', async () => {
    const { get, cardEncryptionKey, readSeal } = await open()
    const sealing = { ...KEY, sealing: SEALING }
    const own = policy("'sha256-bG9vaw==' 'sha256-ZnJhbWU='", "'sha256-c3R5bGU='")
    const theirs = policy("'sha256-bG9vaw==' 'sha256-c2VhbA=='", "'sha256-c3R5bGU='")
    const served = async (path: string) => {
      const response = await get(path)
      const [, ending] = /<!--(.*)-->/.exec(await response.text()) ?? []
      return [ending, response.headers.get('content-security-policy')]
    }
    readSeal.mockResolvedValueOnce({ ...SEAL, encryptionKey: sealing })
    expect(await served(`/card/${REFERENCE}/pt-BR`)).toEqual(['.sealing.html', theirs])
    expect(await served(`/card/${REFERENCE}/pt-BR`)).toEqual(['.html', own])
    cardEncryptionKey.mockResolvedValue(sealing)
    expect(await served('/card/pt-BR')).toEqual(['.sealing.html', theirs])
  })

  it("gives the frame its page's origin, the encryption key and the time", async () => {
    const { get } = await open()
    const html = await (await get('/card/pt-BR')).text()
    expect(html).toContain('<html lang="pt-BR">')
    expect(dataIn(html)).toEqual({
      checkoutOrigin: 'https://checkout.example.com',
      key: KEY,
      now: '2026-11-20T12:00:00.000Z',
    })
  })

  it('S-43: embeds a key as data, whatever it contains', async () => {
    const { get, cardEncryptionKey } = await open()
    const n = '</script><script>alert(1)</script>$&<!--'
    cardEncryptionKey.mockResolvedValue({ ...KEY, n })
    const html = await (await get('/card/en')).text()
    expect(html.match(/<\/?script/g)).toHaveLength(2)
    expect(dataIn(html)).toMatchObject({ key: { n } })
  })

  it('S-63: takes only the public members of the key', async () => {
    const { get, cardEncryptionKey, readSeal } = await open()
    cardEncryptionKey.mockResolvedValue(Object.assign({ d: 'private' }, KEY))
    expect(await (await get('/card/en')).text()).not.toContain('private')
    const { header } = SEALING
    cardEncryptionKey.mockResolvedValue({
      ...KEY,
      sealing: Object.assign({ d: 'private' }, SEALING, {
        header: Object.assign({ d: 'private' }, header),
      }),
    })
    const again = await open({ client: { checkout: { cardEncryptionKey, cardSeal: readSeal } } })
    const html = await (await again.get('/card/en')).text()
    expect(html).not.toContain('private')
    expect(dataIn(html)).toMatchObject({ key: { ...KEY, sealing: SEALING } })
  })

  it.each(['xx', '..%2Fframe.json', '%00', 'constructor'])(
    'is English at /card/%s',
    async (locale) => {
      const { get } = await open()
      const response = await get(`/card/${locale}`)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<html lang="en">')
    },
  )

  it('is compressed as the browser reads it', async () => {
    const { get } = await open()
    const response = await get('/card/en', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(response.headers.get('content-encoding')).toBe('br')
    const html = brotliDecompressSync(await response.arrayBuffer()).toString()
    expect(html).toBe(await (await get('/card/en')).text())
  })

  it('reads the key once a minute, whatever the load', async () => {
    const { get, cardEncryptionKey, time } = await open()
    await Promise.all([get('/card/en'), get('/card/pt-BR'), get('/card/en')])
    time.ms += 59_999
    await get('/card/en')
    expect(cardEncryptionKey).toHaveBeenCalledOnce()
    cardEncryptionKey.mockResolvedValue({ ...KEY, kid: 'k-2' })
    time.ms += 1
    const html = await (await get('/card/en')).text()
    expect(dataIn(html)).toMatchObject({ key: { kid: 'k-2' }, now: '2026-11-20T12:01:00.000Z' })
  })

  it('503 with a page while the key is unavailable, and no longer', async () => {
    const { get, cardEncryptionKey, logged } = await open()
    cardEncryptionKey.mockRejectedValueOnce(
      new CheckoutConnectionError('unreachable', 'No answer.'),
    )
    const response = await get('/card/pt-BR')
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('<h1>no cards in pt-BR</h1>')
    expect(Object.fromEntries(response.headers)).toEqual({
      ...ALWAYS,
      'content-security-policy': expect.stringMatching(/script-src 'none'; style-src 'sha256-/),
    })
    expect(logged).toEqual(["the card's frame could not be served"])
    expect((await get('/card/en')).status).toBe(200)
  })
})

describe('S-111: GET /card/{reference}/{locale}', () => {
  const PATH = `/card/${REFERENCE}/pt-BR`

  it('gives the frame what its session is sealed for, as the API says at this moment', async () => {
    const { get, readSeal, time } = await open()
    const { encryptionKey: _, ...session } = SEAL
    const html = await (await get(PATH)).text()
    expect(html).toContain('<html lang="pt-BR">')
    const data = { checkoutOrigin: 'https://checkout.example.com', key: KEY, session }
    expect(dataIn(html)).toEqual({ ...data, now: '2026-11-20T12:00:00.000Z' })
    expect(readSeal.mock.calls).toEqual([[REFERENCE, { timeoutMs: 4000 }]])

    time.ms += 1
    const plans = [{ installments: 1, amount: 5 }]
    readSeal.mockResolvedValue({ ...SEAL, plans })
    expect(dataIn(await (await get(PATH)).text())).toEqual({
      ...data,
      session: { ...session, plans },
      now: '2026-11-20T12:00:00.001Z',
    })
  })

  it('has the headers of the other documents: no store and no referrer', async () => {
    const { get } = await open()
    const response = await get(PATH, { headers: { 'accept-encoding': 'br' } })
    const { headers } = await get('/card/en', { headers: { 'accept-encoding': 'br' } })
    const ofBoth = [headers, response.headers].map((all) => ({
      ...Object.fromEntries(all),
      'x-request-id': '',
    }))
    expect(ofBoth[1]).toEqual(ofBoth[0])
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  })

  it.each([
    [404, 'not_found'],
    [409, 'session_not_open'],
  ] as const)('%i without a document where the API says so', async (status, code) => {
    const { get, readSeal, logged } = await open()
    readSeal.mockRejectedValueOnce(refusal(status, code))
    const response = await get(PATH)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain('<h1>nothing in pt-BR</h1>')
    expect(logged).toEqual([])
  })

  it('503 while the API does not answer, without the reference in the log', async () => {
    const logged: object[] = []
    const note = (fields: object) => void logged.push(fields)
    const { get, readSeal } = await open({ log: { info: note, warn: note, error: note } })
    readSeal.mockRejectedValueOnce(new CheckoutConnectionError('unreachable', 'No answer.'))
    const response = await get(PATH)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('<h1>no cards in pt-BR</h1>')
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain(REFERENCE)
  })

  it('asks the API about nothing that is no reference', async () => {
    const { get, readSeal } = await open()
    for (const path of ['/card/x/en', `/card/${REFERENCE}x/en`, '/card/preview.open.x/en'])
      expect((await get(path)).status).toBe(404)
    expect(readSeal).not.toHaveBeenCalled()
  })

  it('S-56: 429 after thirty unknown sessions in a minute from one address; a right one is served', async () => {
    const { get, readSeal, time } = await open()
    readSeal.mockImplementation(async (reference) =>
      reference === REFERENCE ? SEAL : Promise.reject(refusal(404, 'not_found')),
    )
    const [unknown, malformed] = [`/card/${REFERENCE.replace('0', '1')}/pt-BR`, '/card/x/pt-BR']
    const statusFrom = async (path: string, address: string) =>
      (await get(path, {}, address)).status
    for (let turn = 0; turn < 30; turn++)
      expect(await statusFrom(turn % 2 === 0 ? unknown : malformed, '192.0.2.1')).toBe(404)

    for (const path of [unknown, malformed]) {
      const refused = await get(path, {}, '192.0.2.1')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(await refused.text()).toContain('<h1>no cards in pt-BR</h1>')
    }
    expect(await statusFrom(PATH, '192.0.2.1')).toBe(200)
    expect(await statusFrom(unknown, '192.0.2.2')).toBe(404)
    expect(await statusFrom('/no-such-page', '192.0.2.1')).toBe(404)
    expect((await get(unknown)).status).toBe(404)
    time.ms += 60_000
    expect(await statusFrom(unknown, '192.0.2.1')).toBe(404)
  })

  it('seals the preview for no session', async () => {
    const { get, readSeal } = await open({ previewSeal: createPreviewSeal() })
    const html = await (await get('/card/preview.open.abc/en')).text()
    expect(dataIn(html)).toMatchObject({ key: KEY, session: { sessionId: 'preview' } })
    expect((await get('/card/x/en')).status).toBe(404)
    expect(readSeal).not.toHaveBeenCalled()
  })
})

describe('A plain page in the card frame', () => {
  it('loads nothing, since its policy allows no image and reports each', async () => {
    const { get } = await open()
    const html = await (await get('/card/x/en')).text()
    expect(html).toContain('<h1>')
    expect(html).not.toMatch(/<(?:link|img|script)|\ssrc=|\shref=/)
  })
})

describe('S-46: POST /reports', () => {
  it("counts what the frame's policy refused, and does not log its address", async () => {
    const countReport = vi.fn<CountReport>()
    const logged: object[] = []
    const warn = (fields: object) => void logged.push(fields)
    const { get } = await open({ countReport, log: { info: warn, warn, error: warn } })
    const report = {
      'document-uri': `${FIELDS_URL}/card/en`,
      'blocked-uri': 'https://4242424242424242.example/4242424242424242',
      'effective-directive': 'img-src',
      'source-file': `${FIELDS_URL}/card/4242424242424242`,
    }
    const answer = await get('/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify({ 'csp-report': report }),
    })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(countReport.mock.calls).toEqual([['card_frame', 'policy']])
    expect(logged).toEqual([{ document: 'card_frame', kind: 'policy', directive: 'img-src' }])
  })
})

describe("the card's frame", () => {
  it('answers HEAD as GET, without the body', async () => {
    const { get } = await open()
    const response = await get('/card/en', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it.each([
    ['GET', '/'],
    ['GET', '/card/'],
    ['GET', '/card/en/x.css'],
    ['GET', '/frame.json'],
    ['POST', '/card/en'],
    ['PUT', '/card/en'],
  ])('404 for %s %s', async (method, path) => {
    const { get } = await open()
    const response = await get(path, { method })
    expect(response.status).toBe(404)
    expect(Object.fromEntries(response.headers)).toMatchObject(ALWAYS)
  })

  it('has no HSTS without https', async () => {
    const { get } = await open({ fieldsUrl: 'http://localhost:4246' })
    expect((await get('/card/en')).headers.has('strict-transport-security')).toBe(false)
  })

  it('answers with a page when it is not built', async () => {
    const { get, logged } = await open({ build: { kind: 'missing', directory: '/nowhere' } })
    const response = await get('/card/en')
    expect([response.status, logged]).toEqual([
      503,
      ["the card's frame is not built: run `npm run build`"],
    ])
  })

  it('throws for a build of another environment', async () => {
    await expect(open({ environment: 'production' })).rejects.toThrow(
      "the card's frame was built for sandbox, not for production",
    )
  })

  it("is not loaded without the placeholder for the server's data", async () => {
    await expect(open({}, { dataPlaceholder: '{"other":1}' })).rejects.toThrow('en.html in')
  })
})
