// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { outputPaths } from '../build/paths.ts'
import { XSS_PAYLOADS } from '#proof/testing/xss-payloads.ts'
import { openBff } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { loadBuild } from './load-build.ts'

const build = await loadBuild(outputPaths('sandbox').root)
const PAGE = `/c/${REFERENCE}`
const LINES = 40
const TEXTS_IN_SESSION = 2 * LINES + 6

/** A session full of texts that a merchant and a shopper supply. */
function sessionOf(next: () => string) {
  const lineItems = Array.from({ length: LINES }, () => ({
    name: next(),
    description: next(),
    quantity: 1,
    unitAmount: 100,
  }))
  const example = exampleCheckout()
  return exampleCheckout({
    merchant: { ...example.merchant, name: next() },
    lineItems,
    orderReference: next(),
    description: next(),
    shipping: { label: next(), amount: 1 },
    customer: { name: next(), email: next() },
  })
}

/** Every element with its attribute names, in order: injected markup would change this. */
function shapeOf(html: string): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return [...parsed.querySelectorAll('*')].map(
    (element) => `${element.tagName} ${element.getAttributeNames().join(' ')}`,
  )
}

async function pageOf(next: () => string) {
  const { get, checkout } = openBff({ build })
  checkout.read.mockResolvedValue(sessionOf(next))
  const answer = await get(PAGE)
  return { csp: answer.headers.get('content-security-policy'), html: await answer.text() }
}

describe('S-43: texts of merchants and shoppers', () => {
  it(`make no element and no attribute: ${XSS_PAYLOADS.length} of them`, async () => {
    expect(XSS_PAYLOADS.length).toBeGreaterThan(500)
    const harmless = await pageOf(() => 'text')
    let used = 0
    while (used < XSS_PAYLOADS.length) {
      const start = used
      const { html, csp } = await pageOf(() => XSS_PAYLOADS[used++ % XSS_PAYLOADS.length] ?? '')
      expect(used - start).toBe(TEXTS_IN_SESSION)
      expect(shapeOf(html)).toEqual(shapeOf(harmless.html))
      expect(csp).toBe(harmless.csp)
    }
  })
})

describe('S-43: a URL', () => {
  const some = XSS_PAYLOADS.filter((_, index) => index % 8 === 0).map(encodeURIComponent)
  const shapeAt = async (path: string) => {
    const answer = await openBff({ build }).get(path)
    return shapeOf(await answer.text())
  }

  it('adds no markup by its query', async () => {
    const harmless = await shapeAt(`${PAGE}?locale=x&from=x&pay=x&x=x`)
    for (let at = 0; at < some.length; at += 4) {
      const [locale, from, pay, other] = some.slice(at)
      const query = `?locale=${locale}&from=${from}&pay=${pay}&${other}=${other}`
      expect(await shapeAt(PAGE + query)).toEqual(harmless)
    }
  })

  it('adds no markup by a malformed reference', async () => {
    const harmless = await shapeAt('/c/x')
    for (const payload of some.slice(0, 20))
      expect(await shapeAt(`/c/${payload}`)).toEqual(harmless)
  })
})
