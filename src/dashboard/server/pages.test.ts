import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DASHBOARD_ROOT_ID } from '#contract/dashboard/root-id.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'
import { openTestDashboard, type TestDashboard } from '#proof/testing/dashboard/open-dashboard.ts'
import { SCREENS } from './pages.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const PAGE: LoadedSinglePage = {
  record: {
    entry: '/assets/entry-1a.js',
    preloads: [],
    css: 'body{margin:0}',
    cssHash: 'sha256-c3R5bGU=',
    importMap: '{"integrity":{}}',
    importMapHash: 'sha256-bWFw',
    scripts: { '/assets/entry-1a.js': 'sha384-ZW50cnk=' },
  },
  assets: new Map([
    [
      '/assets/entry-1a.js',
      {
        contentType: 'text/javascript; charset=utf-8',
        bodies: { identity: bytes('console.log(1)'), br: bytes('compressed') },
      },
    ],
    ['/favicon.svg', { contentType: 'image/svg+xml', bodies: { identity: bytes('<svg/>') } }],
  ]),
}

let sandbox: TestDashboard
let production: TestDashboard
beforeAll(async () => {
  sandbox = await openTestDashboard('sandbox', PAGE)
  production = await openTestDashboard('production', PAGE)
})
afterAll(async () => {
  await sandbox.close()
  await production.close()
})

/** Requests a page as a browser does that follows a link from another site: without the cookie. */
function visit(to: TestDashboard, path: string, headers: Record<string, string> = {}) {
  const request = new Request(to.adminUrl + path, {
    headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site', ...headers },
  })
  return to.dashboard.fetch(request)
}

const POLICY = [
  "default-src 'none'",
  "script-src 'sha256-bWFw' 'sha384-ZW50cnk='",
  "style-src 'sha256-c3R5bGU='",
  'img-src data:',
  "connect-src 'self'",
  "frame-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'report-uri /reports',
]

describe.each([
  '/',
  '/sign-in',
  '/welcome',
  '/me?tz=utc',
  '/find',
  '/m/1/payments/cs_1',
  '/o/cs_1',
  '/audit/',
  '/audit?what=reads',
  '/m/1/audit',
  '/system',
])('the page at %s', (path) => {
  it('is the same for everybody, runs only its own scripts, and is not stored', async () => {
    const answer = await visit(sandbox, path)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain(`<div id="${DASHBOARD_ROOT_ID}"></div>`)
    expect(html).toContain(
      '<script type="module" src="/assets/entry-1a.js" integrity="sha384-ZW50cnk="',
    )
    expect(html).not.toMatch(/ style=| on\w+=/)
    const headers = Object.fromEntries(answer.headers)
    expect(headers['content-security-policy']?.split('; ')).toEqual(POLICY)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    expect(headers['permissions-policy']).toMatch(
      /camera=\(\).*publickey-credentials-create=\(self\), publickey-credentials-get=\(self\)$/,
    )
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

it("the screens are the page's, so that each of them can be loaded again", () => {
  const router = readFileSync(new URL('../web/routes.tsx', import.meta.url), 'utf8')
  const single = [...router.matchAll(/\bpath: '([^'*]+)'/g)].map(([, path = '']) => path)
  const shared = [...router.matchAll(/\.\.\.\[([^\]]+)\]\.map\(\(path\)/g)].flatMap(
    ([, list = '']) => [...list.matchAll(/'([^']+)'/g)].map(([, path = '']) => path),
  )
  const nameless = (path: string) => `/${path.replace(/^\//, '')}`.replaceAll(/:\w+/g, ':')
  const paths = ['/', ...single, ...shared].map(nameless)
  expect(paths.length).toBeGreaterThan(20)
  expect(SCREENS.map(nameless).toSorted()).toEqual(paths.toSorted())
})

describe('the title and the icon', () => {
  it('tell the environments apart', async () => {
    const [one, other] = await Promise.all(
      [sandbox, production].map(async (to) => (await visit(to, '/')).text()),
    )
    expect(one).toContain('<title>[sandbox] Checkout</title>')
    expect(other).toContain('<title>Checkout</title>')
    const iconOf = (html = '') => /<link rel="icon" href="([^"]+)"/.exec(html)?.[1]
    expect(iconOf(one)).toBeDefined()
    expect(iconOf(one)).not.toBe(iconOf(other))
  })

  it('come over https alone in production', async () => {
    const answer = await visit(production, '/')
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000')
  })
})

describe('an address of nothing', () => {
  it.each(['/nothing', '/m/1/nothing', '/assets/nothing.js', '/dashboard.json'])(
    'is 404: for people the page, which says so, at %s',
    async (path) => {
      const answer = await visit(sandbox, path)
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain(DASHBOARD_ROOT_ID)
    },
  )

  it.each([
    ['/api/nothing', { accept: 'text/html' }],
    ['/nothing', { accept: 'application/json' }],
  ])('is a problem for scripts, at %s', async (path, headers) => {
    const answer = await visit(sandbox, path, headers)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('a file of the build', () => {
  it('is kept by browsers, in the densest encoding that they accept', async () => {
    const answer = await visit(sandbox, '/assets/entry-1a.js', { 'accept-encoding': 'br' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'text/javascript; charset=utf-8',
    })
    expect(await answer.text()).toBe('compressed')
    expect(await (await visit(sandbox, '/assets/entry-1a.js')).text()).toBe('console.log(1)')
  })
})
