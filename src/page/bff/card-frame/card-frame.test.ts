import { rmSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type CheckoutClient, CheckoutConnectionError } from '../../../client/index.ts'
import type { CountReport } from '../reports/report.ts'
import { type CardFrameOptions, createCardFrame } from './card-frame.ts'
import { loadCardFrame } from './load-card-frame.ts'
import { writeStandInFrame } from '../../../proof/testing/page/stand-in-frame.fixture.ts'

const FIELDS_URL = 'https://fields.example.com'
const KEY = { kid: 'k-1', kty: 'RSA' as const, n: 'abc', e: 'AQAB' }
const START_MS = Date.parse('2026-11-20T12:00:00.000Z')
const PERMISSIONS =
  'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()'
const ALWAYS = {
  'cache-control': 'no-store',
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
  const cardEncryptionKey = vi.fn<CheckoutClient['checkout']['cardEncryptionKey']>(async () => KEY)
  const time = { ms: START_MS }
  const frame = createCardFrame({
    client: { checkout: { cardEncryptionKey } },
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
    time,
    get: async (path: string, init: RequestInit = {}) =>
      frame.fetch(new Request(FIELDS_URL + path, init)),
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
    const { get, cardEncryptionKey } = await open()
    cardEncryptionKey.mockResolvedValue(Object.assign({ d: 'private' }, KEY))
    expect(await (await get('/card/en')).text()).not.toContain('private')
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
