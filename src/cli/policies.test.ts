import { rmSync } from 'node:fs'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { createCardFrame } from '#page/bff/card-frame/card-frame.ts'
import { loadCardFrame } from '#page/bff/card-frame/load-card-frame.ts'
import { writeStandInFrame } from '#proof/testing/page/stand-in-frame.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { ENVIRONMENTS, type Environment } from '#contract/environment.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { cardSeal } from '#contract/openapi/example-values.ts'
import { openStore } from '#proof/testing/sandbox/store.fixture.ts'
import { encodeComposition } from '#domain/composition-code.ts'
import { createDocs } from '#server/api/docs/docs.ts'
import { openTestSimulator } from '#proof/testing/open-test-simulator.ts'

useStandInBuild()

const CHECKOUT_URL = 'https://pay.example'
const FIELDS_URL = 'https://fields.example'

/** A finding of the evaluator: its description and directive. */
function findingsOf(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ directive, value, description }) => `${directive} ${value}: ${description}`)
}

async function policyOf(answer: Response | Promise<Response>): Promise<string> {
  const { headers } = await answer
  expect(headers.get('content-type')).toMatch(/^text\/html/)
  return headers.get('content-security-policy') ?? ''
}

let code: string
beforeAll(async () => {
  const session = { currency: 'BRL', amount: 25_990 }
  code = (await encodeComposition({ merchant: { name: 'Loja', country: 'BR' }, session })) ?? ''
})

describe('S-42: csp_evaluator', () => {
  it.each([
    ['nothing', '', 'script-src directive is missing'],
    ['an origin for scripts', "default-src 'none'; script-src 'self'; base-uri 'none'", "'self'"],
    ['inline scripts', "script-src 'unsafe-inline'; object-src 'none'", "'unsafe-inline'"],
    ['plain http', "default-src 'none'; frame-src http://fields.example", 'http://fields.example'],
  ])('finds %s', (_name, policy, finding) => {
    expect(findingsOf(policy).join('\n')).toContain(finding)
  })
})

describe.each(ENVIRONMENTS)('S-42: csp_evaluator finds nothing in %s,', (environment) => {
  const pages = [
    `/c/${REFERENCE}`,
    `/c/${REFERENCE}?pay=pix`,
    `/c/${REFERENCE}?broken`,
    '/c/x',
    '/',
    '/nothing',
  ]
  const merchantsPages = ['/preview', '/c/preview.open.{code}']
  it.each(environment === 'sandbox' ? [...pages, ...merchantsPages] : pages)(
    'in the page %s',
    async (path) => {
      const { get } = openBff({ environment, checkoutUrl: CHECKOUT_URL, fieldsUrl: FIELDS_URL })
      expect(findingsOf(await policyOf(get(path.replace('{code}', code))))).toEqual([])
    },
  )

  it.each(['/card/en', `/card/${REFERENCE}/en`, '/nothing'])(
    "in the card's frame %s",
    async (path) => {
      const { fetch, close } = await openFrame(environment)
      expect(findingsOf(await policyOf(fetch(new Request(FIELDS_URL + path))))).toEqual([])
      close()
    },
  )

  it('in the reference of the API', async () => {
    const apiUrl = 'https://api.example'
    const document = openApiDocument({ environment, apiUrl, version: '1.2.3' })
    const { docs } = await createDocs({ document, random: (length) => new Uint8Array(length) })
    const answer = docs?.(new Request(`${apiUrl}/docs`)) ?? Response.error()
    expect(findingsOf(await policyOf(answer))).toEqual([])
  })
})

describe('S-42: csp_evaluator finds nothing', () => {
  it.each(['/', '/products/linen-shirt', '/nothing'])('in the demo store %s', async (path) => {
    const store = openStore({ checkoutUrl: CHECKOUT_URL })
    expect(findingsOf(await policyOf(store.get(path)))).toEqual([])
  })

  describe('in the page of the simulated bank', () => {
    let test: Awaited<ReturnType<typeof openTestSimulator>>
    beforeAll(async () => {
      test = await openTestSimulator()
    })
    afterAll(() => test.close())

    it('with a payment', async () => {
      const returnUrl = `${CHECKOUT_URL}/c/${REFERENCE}`
      const payment = await test.cardPayment('4000002760003184', { returnUrl })
      const outcome = await test.processor.createPayment(payment)
      const action = outcome.status === 'requires_action' ? outcome.action : undefined
      const url = action?.type === 'challenge' ? action.url : ''
      const policy = await policyOf(test.simulator.fetch(new Request(url)))
      expect(policy).toContain(CHECKOUT_URL)
      expect(findingsOf(policy)).toEqual([])
      const none = test.simulator.fetch(new Request(url.replace(/\w+$/, 'x')))
      expect(findingsOf(await policyOf(none))).toEqual([])
    })
  })
})

async function openFrame(environment: Environment) {
  const directory = writeStandInFrame({ environment })
  const key = { kid: 'k-1', kty: 'RSA' as const, n: 'abc', e: 'AQAB' }
  const frame = createCardFrame({
    client: {
      checkout: { cardEncryptionKey: async () => key, cardSeal: async () => cardSeal },
    },
    build: await loadCardFrame(directory),
    environment,
    checkoutUrl: CHECKOUT_URL,
    fieldsUrl: FIELDS_URL,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: () => new Date(),
  })
  return { ...frame, close: () => rmSync(directory, { recursive: true }) }
}
