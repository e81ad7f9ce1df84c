import { describe, expect, it } from 'vitest'
import { openBff, ORIGIN, OWN_PAGE, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'

useStandInBuild()

const PAGE = `/c/${REFERENCE}`
const API = `/api/checkout/${REFERENCE}`

/** Requests a raw path that no URL parser has normalised. */
async function getRaw(path: string, opened = openBff(), method = 'GET') {
  // `Request` refuses TRACE; a server's request may have it.
  const made = method === 'TRACE' ? {} : { method }
  const request = new Request(ORIGIN, { ...made, ...(method === 'POST' && { headers: OWN_PAGE }) })
  Object.defineProperties(request, { url: { value: ORIGIN + path }, method: { value: method } })
  return { answer: await opened.bff.fetch(request), checkout: opened.checkout }
}

describe('S-34: no spelling of a path bypasses its route:', () => {
  it.each([
    `/${PAGE}`,
    `/C/${REFERENCE}`,
    `/c//${REFERENCE}`,
    `${PAGE};jsessionid=1`,
    `/x/%2e%2e${PAGE}`,
    `/c/%2e%2e${API}`,
    `${PAGE}%00`,
    `${PAGE}%2f`,
    `${API}/`,
    `/${API}`,
    `/API/checkout/${REFERENCE}`,
    `/api//checkout/${REFERENCE}`,
    `${API};a=b`,
    `${API}/payments/`,
    `${API}%2fevents`,
    '/assets/../c/x',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.env',
    '/.git/config',
    '/constructor',
    '/__proto__',
  ])('%s: 404', async (path) => {
    const { answer, checkout } = await getRaw(path)
    expect(answer.status).toBe(404)
    for (const call of Object.values(checkout)) expect(call).not.toHaveBeenCalled()
  })

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])('%s: 404', async (method) => {
    for (const path of [PAGE, API, `${API}/payments`, `${API}/cancel`, '/', '/favicon.svg']) {
      const { answer, checkout } = await getRaw(path, openBff(), method)
      expect([path, answer.status]).toEqual([path, 404])
      for (const call of Object.values(checkout)) expect(call).not.toHaveBeenCalled()
    }
  })

  it.each(['POST', 'GET'])('%s on a route of the other method', async (method) => {
    const paths =
      method === 'POST'
        ? [API, `${API}/events`, `${API}/images/logo`, '/robots.txt']
        : [`${API}/payments`, `${API}/cancel`, `${API}/payments/x/action`]
    for (const path of paths)
      expect([path, (await getRaw(path, openBff(), method)).answer.status]).toEqual([path, 404])
  })
})

/** Headers by which proxies and frameworks may trust a caller. */
const SPOOFED = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '81',
  'x-forwarded-prefix': '/evil',
  'x-original-url': '/evil',
  'x-rewrite-url': '/evil',
  'x-http-method-override': 'DELETE',
  forwarded: 'host=evil.example;proto=http',
}

it.each([PAGE, API, '/', '/preview', '/x', `${PAGE}?pay=pix`, '/.well-known/security.txt'])(
  'S-35 S-70: %s is the same whatever Host and X-Forwarded-* say',
  async (path) => {
    const options = {
      securityContact: 'mailto:security@pay.example',
      clock: () => new Date('2026-11-21T12:00:00Z'),
      random: (length: number) => new Uint8Array(length).fill(7),
    }
    const responseTo = async (headers: Record<string, string>) => {
      const answer = await openBff(options).get(path, headers)
      return { headers: Object.fromEntries(answer.headers), text: await answer.text() }
    }
    expect(await responseTo(SPOOFED)).toEqual(await responseTo({}))
  },
)

it.each([
  `${PAGE}/x.css`,
  `${PAGE}/x.js`,
  `${PAGE}%2fx.css`,
  `${PAGE}.css`,
  `${PAGE};x.css`,
  `${PAGE}%3fx.css`,
  `${PAGE}%0ax.css`,
  `${PAGE}/..%2fassets%2fx.js`,
  `${API}/x.css`,
  `${API}.js`,
  `${API}%2fx.css`,
])('S-70: %s is 404 and not cached', async (path) => {
  const { answer } = await getRaw(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toMatch(/^no-store(, no-transform)?$/)
  expect(await answer.text()).not.toContain('Norte Livros')
})
