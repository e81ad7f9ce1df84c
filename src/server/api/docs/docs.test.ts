import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '#contract/openapi.ts'
import { DECLINE_CODES } from '#contract/payment.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { RETRY_DELAYS_SECONDS } from '#domain/retry-schedule.ts'
import { createDocs } from './docs.ts'

const document = openApiDocument({
  environment: 'sandbox',
  apiUrl: 'https://api.store.test',
  version: '1.2.3',
})
const mounts = await createDocs({ document, random: (length) => new Uint8Array(length) })

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const fetch = Object.entries(mounts).find(([mount]) => path.startsWith(`/${mount}`))?.[1]
  if (fetch === undefined) throw new Error(`nothing stands at ${path}`)
  return fetch(new Request(`https://api.store.test${path}`, init))
}

const page = await (await request('/docs')).text()

/** S-40: golden headers, exactly these. An https API adds Strict-Transport-Security. */
const ALWAYS = {
  'cache-control': 'public, max-age=300',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  etag: expect.stringMatching(/^W\//),
  'permissions-policy': expect.stringMatching(/\bpayment=\(\)/),
  'referrer-policy': 'no-referrer',
  vary: 'Accept-Encoding',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^req_/),
}

describe('GET /v1/openapi.json', () => {
  it('S-40: is public and cacheable for a while', async () => {
    const response = await request('/v1/openapi.json')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(document)
    expect(Object.fromEntries(response.headers)).toEqual({
      ...ALWAYS,
      'content-type': 'application/json',
    })
  })

  it('is not sent again for a matching ETag', async () => {
    const etag = (await request('/v1/openapi.json')).headers.get('etag') ?? ''
    const again = await request('/v1/openapi.json', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    const other = await request('/v1/openapi.json', { headers: { 'If-None-Match': 'W/"0"' } })
    expect(other.status).toBe(200)
  })

  it.each(['gzip', 'br, gzip;q=0.5', 'GZIP'])('is compressed for %s', async (encoding) => {
    const response = await request('/v1/openapi.json', { headers: { 'Accept-Encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    const text = gunzipSync(await response.arrayBuffer()).toString()
    expect(JSON.parse(text)).toEqual(document)
  })

  it.each(['br', 'gzip;q=0', 'gzip;q=0.0, br', 'x-gzipped'])(
    'is plain for %s',
    async (encoding) => {
      const response = await request('/v1/openapi.json', {
        headers: { 'Accept-Encoding': encoding },
      })
      expect(response.headers.has('content-encoding')).toBe(false)
      expect(await response.json()).toEqual(document)
    },
  )
})

describe('GET /docs', () => {
  it('S-40: loads and runs nothing from another origin', async () => {
    const response = await request('/docs')
    expect(Object.fromEntries(response.headers)).toEqual({
      ...ALWAYS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'sha384-[\w+/]{64}'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
      ),
    })
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/)
    const scripts = page.match(/<script[^>]*>[^<]*/g) ?? []
    expect(scripts).toHaveLength(1)
    for (const script of scripts)
      expect(script).toMatch(/ src="\/docs\/assets\/[^"]+" integrity="sha384-[^"]+">$/)
  })

  it.each([...Object.keys(PROBLEMS), ...Object.keys(DECLINE_CODES)])('explains %s', (code) => {
    expect(page).toMatch(new RegExp(`<article id="${code}">[^]*?<p>.{20,}</p>`))
  })

  it('has a unique element for each fragment', () => {
    const ids = Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id)
  })

  it('shows the retry schedule', () => {
    const rows = page.match(/<tr>\s*<td>/g)
    expect(rows).toHaveLength(RETRY_DELAYS_SECONDS.length)
    expect(page).toMatch(/<td>12<\/td>\s*<td>20 h<\/td>\s*<td>71 h 42 min 35 s<\/td>/)
  })

  it('is also found with a trailing slash', async () => {
    expect(await (await request('/docs/')).text()).toBe(page)
  })
})

describe('GET /docs/hosted-checkout-….tgz', () => {
  const tarball = join(mkdtempSync(join(tmpdir(), 'docs-package-')), 'hosted-checkout-1.2.3.tgz')
  writeFileSync(tarball, 'packed')
  afterAll(() => rmSync(dirname(tarball), { recursive: true }))
  const random = (length: number) => new Uint8Array(length)
  const path = '/docs/hosted-checkout-1.2.3.tgz'

  it('X-1: hands out the package that the page tells merchants to install', async () => {
    const { docs } = await createDocs({ document, random, tarball })
    const ask = async (path: string) =>
      docs?.(
        new Request(`https://api.store.test${path}`, { headers: { 'accept-encoding': 'gzip' } }),
      )
    const answer = await ask(path)
    expect(answer?.headers.get('content-type')).toBe('application/gzip')
    expect(answer?.headers.get('content-encoding')).toBeNull()
    expect(await answer?.text()).toBe('packed')
    const shown = gunzipSync((await (await ask('/docs'))?.arrayBuffer()) ?? '').toString()
    expect(shown).toContain(`npm install https://api.store.test${path}`)
  })

  it('X-1: says how to pack it while there is none', async () => {
    const { docs } = await createDocs({ document, random, tarball: `${tarball}.gone` })
    expect((await docs?.(new Request(`https://api.store.test${path}`)))?.status).toBe(404)
    expect(page).toContain('npm run pack')
    expect(page).not.toContain('npm install')
  })
})

describe('GET /docs/assets', () => {
  const paths = [
    ...new Set(
      Array.from(page.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g), ([, path]) => path),
    ),
  ]

  it('are three, and nothing else is loaded', () => {
    expect(paths).toHaveLength(3)
    expect(page.match(/\ssrc="(?!\/docs\/assets\/)|url\(|@import|srcset=/g)).toBeNull()
  })

  it('are small: the page and its assets, compressed', async () => {
    const sent = await Promise.all(
      ['/docs', ...paths].map(async (path = '') => {
        const answer = await request(path, { headers: { 'Accept-Encoding': 'gzip' } })
        return (await answer.arrayBuffer()).byteLength
      }),
    )
    expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(60_000)
  })

  it.each(paths)('%s is immutable', async (path = '') => {
    const response = await request(path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toEqual({
      ...ALWAYS,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(
        /^(text\/(css|javascript)|image\/svg\+xml); charset=utf-8$/,
      ),
    })
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(200)
  })

  it.each([
    '/docs/assets/docs.css',
    '/docs/assets/0000000000000000/docs.css',
    '/docs/assets/../docs.ts',
    '/docs/assets/%2e%2e%2fdocs.ts',
    '/docs/browser/docs.css',
  ])('%s does not exist', async (path) => {
    const response = await request(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})

it.each(['POST', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
  const response = await request('/docs', { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})
