import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { getRequestListener } from '@hono/node-server'
import { scan } from '@mdn/mdn-http-observatory'
import { hsts } from '@mdn/mdn-http-observatory/src/analyzer/hsts.js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'

useStandInBuild()

const TRUSTED = tls.getCACertificates('default')
const certificate = selfSignedCertificate('localhost')
let server: Server | undefined

beforeAll(() => {
  tls.setDefaultCACertificates([...TRUSTED, certificate.cert])
  // The scanner reads HSTS preload lists that a script of its package fetches, which we do not run.
  const { readFileSync } = fs
  vi.spyOn(fs, 'readFileSync').mockImplementation((path, ...rest) =>
    String(path).endsWith('hsts-preload.json') ? '{}' : readFileSync(path, ...rest),
  )
  hsts()
  vi.restoreAllMocks()
})
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
  hsts().clear()
})
afterAll(() => tls.setDefaultCACertificates(TRUSTED))

/** Serves the page at https, optionally with headers changed or removed; returns its URL. */
async function serve(path: string, without: Record<string, string | null> = {}): Promise<string> {
  const { bff } = openBff({
    environment: 'production',
    checkoutUrl: 'https://localhost',
    fieldsUrl: 'https://fields.example',
  })
  const listener = getRequestListener(async (request) => {
    const answer = await bff.fetch(request)
    for (const [name, value] of Object.entries(without))
      if (value === null) answer.headers.delete(name)
      else answer.headers.set(name, value)
    return answer
  })
  server = createServer(certificate, (request, response) => void listener(request, response))
  await once(server.listen(0, 'localhost'), 'listening')
  return `localhost:${(server.address() as AddressInfo).port}${path}`
}

const failed = (tests: Record<string, { pass: boolean }>) =>
  Object.keys(tests).filter((name) => tests[name]?.pass !== true)

describe("S-41: Mozilla's Observatory", () => {
  // Five points are for secure cookies: a page without cookies cannot have them.
  it.each([
    [`/c/${REFERENCE}?pay=pix`, 140],
    [`/c/${REFERENCE}`, 135],
  ])('gives %s the full score: %i, and five more once it is preloaded', async (path, score) => {
    const site = await serve(path)
    const first = await scan(site)
    expect(failed(first.tests)).toEqual([])
    expect(first.scan).toMatchObject({ score, grade: 'A+', testsFailed: 0, testsPassed: 10 })

    hsts().set(site, { mode: 'force-https', includeSubDomains: true })
    expect((await scan(site)).scan.score).toBe(score + 5)
  })

  it.each(['/', '/robots.txt', '/favicon.svg', `/api/checkout/${REFERENCE}`])(
    'finds nothing wrong with %s, which has no script to score',
    async (path) => {
      const { scan: result, tests } = await scan(await serve(path))
      expect(failed(tests)).toEqual([])
      expect(result).toMatchObject({ grade: 'A+', testsFailed: 0, testsPassed: 10 })
    },
  )

  it.each([
    ['content-security-policy', null, 'content-security-policy'],
    [
      'content-security-policy',
      "default-src 'none'; script-src 'self' 'unsafe-inline'",
      'content-security-policy',
    ],
    ['strict-transport-security', null, 'strict-transport-security'],
    ['strict-transport-security', 'max-age=60', 'strict-transport-security'],
    ['x-content-type-options', null, 'x-content-type-options'],
    ['referrer-policy', 'unsafe-url', 'referrer-policy'],
    ['set-cookie', 'id=1', 'cookies'],
  ])('gives less for a page whose %s is %j', async (name, value, test) => {
    const { scan: result, tests } = await scan(await serve(`/c/${REFERENCE}`, { [name]: value }))
    expect(failed(tests)).toEqual([test])
    expect(result.score).toBeLessThan(135)
  })
})
