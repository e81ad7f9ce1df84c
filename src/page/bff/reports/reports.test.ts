import { describe, expect, it, vi } from 'vitest'
import { PAGE_TROUBLE_KINDS } from '#contract/reports.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { referenceTrace } from '#http/log.ts'
import type { CountReport } from '#http/reports/report.ts'

useStandInBuild()

const PAGE = `${ORIGIN}/c/${REFERENCE}?locale=pt-BR#x`
const START_MS = Date.parse('2026-11-21T12:00:00Z')

function open() {
  const count = vi.fn<CountReport>()
  const time = { ms: START_MS }
  const bff = openBff({ countReport: count, clock: () => new Date(time.ms) })
  return {
    count,
    time,
    logged: bff.logged,
    sendFrom: (address: string, body: unknown) =>
      bff.bff.fetch(
        new Request(`${ORIGIN}/reports`, {
          method: 'POST',
          headers: { 'content-type': 'application/csp-report', origin: ORIGIN },
          body: JSON.stringify(body),
        }),
        { address },
      ),
    send: (contentType: string, body: unknown, headers: Record<string, string> = {}) =>
      bff.post(
        '/reports',
        { 'content-type': contentType, origin: ORIGIN, ...headers },
        typeof body === 'string' ? body : JSON.stringify(body),
      ),
  }
}

/** As a browser sends it to `report-uri`. */
function policyReport(changes: Record<string, unknown> = {}) {
  return {
    'csp-report': {
      'document-uri': PAGE,
      referrer: '',
      'violated-directive': 'script-src-elem',
      'effective-directive': 'script-src-elem',
      'original-policy': "default-src 'none'",
      disposition: 'enforce',
      'blocked-uri': 'inline',
      'line-number': 7,
      'source-file': PAGE,
      'status-code': 200,
      'script-sample': 'steal(',
      ...changes,
    },
  }
}

// tests guard: report-quota

describe('S-46: POST /reports', () => {
  it("counts and logs what a policy refused, with the reference's trace", async () => {
    const { send, count, logged } = open()
    const answer = await send('application/csp-report', policyReport())
    expect(answer.status).toBe(204)
    expect(count.mock.calls).toEqual([['page', 'policy']])
    expect(logged).toEqual([
      `a browser refused something in a document of ours ${JSON.stringify({
        document: 'page',
        kind: 'policy',
        directive: 'script-src-elem',
        what: 'inline',
        source: 'the page itself',
        line: 7,
        reference: referenceTrace(REFERENCE),
      })}`,
    ])
  })

  it('accepts a batch of report-to, and ignores other types', async () => {
    const { send, count, logged } = open()
    const body = {
      documentURL: PAGE,
      effectiveDirective: 'connect-src',
      blockedURL: 'https://evil.example/steal?card=4242',
    }
    const answer = await send('application/reports+json; charset=utf-8', [
      { type: 'csp-violation', age: 1, url: PAGE, body },
      { type: 'deprecation', age: 1, url: PAGE, body: {} },
      { type: 'csp-violation', age: 1, url: PAGE, body },
    ])
    expect(answer.status).toBe(204)
    expect(count).toHaveBeenCalledTimes(2)
    expect(logged[0]).toContain('"what":"https://evil.example"')
    expect(logged.join()).not.toContain('4242')
  })

  it.each(PAGE_TROUBLE_KINDS)('accepts a report of our own script: %s', async (kind) => {
    const { send, count, logged } = open()
    const what = `${ORIGIN}/assets/entry-1a2b.js`
    const answer = await send('application/json', { kind, what, page: `/c/${REFERENCE}` })
    expect(answer.status).toBe(204)
    expect(count.mock.calls).toEqual([['page', kind]])
    expect(logged[0]).toContain('"what":"/assets/entry-1a2b.js"')
    expect(logged[0]).toContain(`"reference":"${referenceTrace(REFERENCE)}"`)
  })

  it.each([
    ['blocked-uri', 'chrome-extension'],
    ['blocked-uri', 'moz-extension://1a2b/inject.js'],
    ['source-file', 'safari-web-extension://1A2B/x.js'],
  ])('counts what an extension did by itself: %s %s', async (field, address) => {
    const { send, count } = open()
    await send('application/csp-report', policyReport({ [field]: address }))
    expect(count.mock.calls).toEqual([['page', 'extension']])
  })

  it.each([
    'inline',
    REFERENCE,
    PAGE,
    `${PAGE}/${REFERENCE}`,
    `${ORIGIN}/api/checkout/${REFERENCE}/payments`,
    `${ORIGIN}/${REFERENCE}`,
    `${ORIGIN}/assets/${REFERENCE}/x`,
    `${ORIGIN}//${REFERENCE}`,
    `//${REFERENCE}.example`,
    `https://evil.example/${REFERENCE}`,
    `https://${REFERENCE}@evil.example/`,
    `blob:${ORIGIN}/${REFERENCE}`,
    `data:text/html,${REFERENCE}`,
    `javascript:${REFERENCE}`,
    `/c/${REFERENCE}`,
    `c/${REFERENCE}`,
    `\\c\\${REFERENCE}`,
    `/C/${REFERENCE}`,
    `about:${REFERENCE}`,
    `x:${REFERENCE}`,
    '\n{"level":60}',
  ])('S-55: never logs a reference, nor what is not an origin: %s', async (address) => {
    const { send, logged } = open()
    const everywhere = {
      'document-uri': address,
      'blocked-uri': address,
      'source-file': address,
      'violated-directive': address,
      referrer: address,
    }
    await send('application/csp-report', policyReport(everywhere))
    await send(
      'application/csp-report',
      policyReport({ ...everywhere, 'effective-directive': address }),
    )
    await send('application/json', { kind: 'not_loaded', what: address, page: address })
    expect(logged).toHaveLength(3)
    expect(logged.join('\n')).not.toContain(REFERENCE)
    expect(logged.join('\n')).not.toContain(REFERENCE.toLowerCase())
    expect(logged.join('')).not.toContain('\n')
  })

  it.each([
    ['another content type', 'text/plain', policyReport(), 400],
    ['no JSON', 'application/csp-report', '{', 400],
    ['something else', 'application/csp-report', { other: 1 }, 400],
    [
      'a kind that only the server assigns',
      'application/json',
      { kind: 'unread', what: '', page: '' },
      400,
    ],
    ['too many at once', 'application/reports+json', Array.from({ length: 21 }, () => ({})), 400],
    ['a large body', 'application/csp-report', 'x'.repeat(64 * 1024 + 1), 413],
  ])('refuses %s, and logs nothing', async (_, contentType, body, status) => {
    const { send, count, logged } = open()
    expect((await send(contentType, body)).status).toBe(status)
    expect(count).not.toHaveBeenCalled()
    expect(logged).toEqual([])
  })

  it.each(['cross-site', 'same-site'])('S-52: refuses a page that is %s', async (site) => {
    const { send, count } = open()
    const answer = await send('application/csp-report', policyReport(), { 'sec-fetch-site': site })
    expect(answer.status).toBe(403)
    expect(count).not.toHaveBeenCalled()
  })

  it('reads 600 requests a minute, and counts the rest', async () => {
    const { send, count, logged, time } = open()
    const one = async () => (await send('application/csp-report', policyReport())).status
    for (let sent = 0; sent < 600; sent++) expect(await one()).toBe(204)
    expect([await one(), await one()]).toEqual([429, 429])
    expect(logged).toHaveLength(600)
    expect(count.mock.calls.slice(600)).toEqual([
      ['page', 'unread'],
      ['page', 'unread'],
    ])
    time.ms += 60_000
    expect(await one()).toBe(204)
  })

  it('S-116: reads 30 requests a minute of one network, and goes on with those of others', async () => {
    const { sendFrom, count, logged } = open()
    const drown = async () => (await sendFrom('189.6.0.1', policyReport())).status
    for (let sent = 0; sent < 30; sent++) expect(await drown()).toBe(204)
    for (let sent = 0; sent < 1000; sent++) expect(await drown()).toBe(429)
    expect(count.mock.calls.filter(([, kind]) => kind === 'unread')).toHaveLength(1000)
    const stolen = policyReport({ 'blocked-uri': 'https://evil.example/' })
    expect((await sendFrom('189.6.0.2', stolen)).status).toBe(204)
    expect(logged).toHaveLength(31)
    expect(logged.at(-1)).toContain('https://evil.example')
  })

  it('S-116: reports of what extensions do take no quota and no line of the log', async () => {
    const { sendFrom, count, logged } = open()
    const extension = policyReport({ 'source-file': 'moz-extension://1a2b/inject.js' })
    for (let sent = 0; sent < 700; sent++)
      expect((await sendFrom('189.6.0.1', extension)).status).toBe(204)
    expect(new Set(count.mock.calls.map(([, kind]) => kind))).toEqual(new Set(['extension']))
    expect(logged).toEqual([])
    expect((await sendFrom('189.6.0.1', policyReport())).status).toBe(204)
    expect(logged).toHaveLength(1)
  })
})
