import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CheckoutConnectionError, CheckoutError } from '#client/index.ts'
import { FIELDS_ORIGIN, openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { createRouteFinder } from '#http/route-finder.ts'
import { loadBuild } from './load-build.ts'
import { writeStandInBuild } from '#proof/testing/page/stand-in-build.fixture.ts'

useStandInBuild()

const PATH = `/c/${REFERENCE}`

function refusal(status: number, code: string, retryAfterSeconds: number | null = null) {
  const rest = { detail: 'Inside of the API.', requestId: 'req_of_the_api', errors: [] }
  return new CheckoutError({ status, code, retryAfterSeconds, ...rest })
}

function dataOf(html: string): unknown {
  const [, json = ''] =
    /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

// tests guard: script-integrity

describe('GET /c/{reference}', () => {
  it('renders the complete session on the server', async () => {
    const { get, checkout } = openBff()
    const answer = await get(PATH)
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toContain('<title>Pay Norte Livros</title>')
    // F-17
    expect(html).toContain(
      '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    )
    expect(html).toContain('<main>Norte Livros R$259.90</main>')
    expect(dataOf(html)).toMatchObject({
      reference: REFERENCE,
      checkout: { version: 1 },
      problem: null,
      fieldsUrl: FIELDS_ORIGIN,
    })
    expect(checkout.read).toHaveBeenCalledOnce()
    expect(checkout.read).toHaveBeenCalledWith(REFERENCE, { timeoutMs: 4000 })
  })

  it('F-15: is the same with a slash at the end, and counts as the same route', async () => {
    const { get, bff, checkout } = openBff()
    const [plain, slashed] = await Promise.all([
      get(`${PATH}?locale=pt-BR`),
      get(`${PATH}/?locale=pt-BR`),
    ])
    expect(slashed.status).toBe(200)
    expect(dataOf(await slashed.text())).toEqual(dataOf(await plain.text()))
    expect(checkout.read).toHaveBeenLastCalledWith(REFERENCE, { timeoutMs: 4000 })
    const routeOf = createRouteFinder(bff.routes)
    expect(routeOf(new Request(`http://localhost${PATH}/`))).toBe('/c/{reference}')
  })

  it('links the country names in its language', async () => {
    const html = await (await openBff().get(`${PATH}?locale=pt-BR`)).text()
    expect(dataOf(html)).toMatchObject({ countriesPath: '/assets/countries-pt-BR-5e6f.json' })
  })

  it('shows its error page to testers, in the sandbox only', async () => {
    const shown = await openBff().get('/c/something-broke')
    expect(shown.status).toBe(500)
    const requestId = shown.headers.get('x-request-id')
    const problem = { code: 'internal_error', requestId }
    expect(dataOf(await shown.text())).toMatchObject({ checkout: null, problem })

    const directory = writeStandInBuild({ environment: 'production' })
    const build = await loadBuild(directory)
    const hidden = await openBff({ environment: 'production', build }).get('/c/something-broke')
    expect(hidden.status).toBe(404)
    rmSync(directory, { recursive: true })
  })

  it('S-45 loads its scripts by integrity, after the import map', async () => {
    const html = await (await openBff().get(PATH)).text()
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(html) ?? []
    const { integrity } = JSON.parse(map)
    const [entry, chunk] = ['/assets/entry-1a2b.js', '/assets/chunk-3c4d.js']
    const tags = [
      `<script type="importmap">`,
      `<script type="module" src="${entry}" integrity="${integrity[entry]}"></script>`,
      `<link rel="modulepreload" href="${chunk}" integrity="${integrity[chunk]}">`,
      `</head>`,
    ]
    const places = tags.map((tag) => html.indexOf(tag))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it.each([null, '#c0ffee'])(
    'runs only scripts and styles of its policy, with the brand %s',
    async (color) => {
      const { get, checkout } = openBff()
      const { merchant } = exampleCheckout()
      const brand = { ...merchant.brand, color }
      checkout.read.mockResolvedValue(exampleCheckout({ merchant: { ...merchant, brand } }))
      const answer = await get(PATH)
      const html = await answer.text()
      const policy = answer.headers.get('content-security-policy') ?? ''
      const hashesOf = (pattern: RegExp) =>
        [...html.matchAll(pattern)].map(
          ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
        )
      const scripts = hashesOf(/<script(?: type="importmap")?>(.*?)<\/script>/gs)
      const styles = hashesOf(/<style>(.*?)<\/style>/gs)
      const files = [...html.matchAll(/"(sha384-[^"]+)"/g)].map(([, hash]) => `'${hash}'`)
      expect(scripts).toHaveLength(2)
      expect(styles).toHaveLength(color === null ? 1 : 2)
      const directive = (name: string) =>
        policy
          .split('; ')
          .find((part) => part.startsWith(name))
          ?.split(' ')
          .slice(1)
          .toSorted()
      expect(directive('script-src')).toEqual([...new Set([...scripts, ...files])].toSorted())
      expect(directive('style-src')).toEqual(styles.toSorted())
    },
  )

  it.each([
    [{}, 'auto', 'en'],
    [{ 'accept-language': 'pt-BR,pt;q=0.9' }, 'auto', 'pt-BR'],
    [{ 'accept-language': 'pt-BR' }, 'es', 'es'],
  ])('with the headers %j and the session in %s uses %s', async (headers, locale, spoken) => {
    const { get, checkout } = openBff()
    checkout.read.mockResolvedValue(exampleCheckout({ locale }))
    expect(await (await get(PATH, headers as Record<string, string>)).text()).toContain(
      `<html lang="${spoken}"`,
    )
    expect(await (await get(`${PATH}?locale=es`)).text()).toContain('<html lang="es"')
  })

  it('S-43 escapes names', async () => {
    const { get, checkout } = openBff()
    const name = `</title></script><script>alert(1)</script><!--\u2028`
    const { merchant } = exampleCheckout()
    checkout.read.mockResolvedValue(
      exampleCheckout({
        merchant: { ...merchant, name },
        lineItems: [{ name, quantity: 1, unitAmount: 25990 }],
        description: name,
        orderReference: name,
      }),
    )
    const html = await (await get(PATH)).text()
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<!--')
    expect(html.match(/<\/title>/g)).toHaveLength(1)
    expect(dataOf(html)).toMatchObject({ checkout: { merchant: { name }, lines: [{ name }] } })
  })

  it('is compressed as the browser accepts it', async () => {
    const { get } = openBff()
    const plain = await (await get(PATH)).text()
    const bytesOf = async (encoding: string) => {
      const answer = await get(PATH, { 'accept-encoding': encoding })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      return Buffer.from(await answer.arrayBuffer())
    }
    expect(String(await promisify(brotliDecompress)(await bytesOf('br')))).toBe(plain)
    expect(String(await promisify(gunzip)(await bytesOf('gzip')))).toBe(plain)
  })

  it.each(['x', `${REFERENCE}0`, '..%2f..', '%00', 'cs_0350qmKLMuJ9K1lrKhvHIu'])(
    'S-56 answers 404 for %s without calling the API',
    async (reference) => {
      const { get, checkout } = openBff()
      const answer = await get(`/c/${reference}`)
      expect(answer.status).toBe(404)
      expect(dataOf(await answer.text())).toMatchObject({
        reference: null,
        checkout: null,
        problem: { code: 'not_found' },
      })
      expect(checkout.read).not.toHaveBeenCalled()
    },
  )

  it('answers 404 with a page for an unknown reference', async () => {
    const { get, checkout, logged } = openBff()
    checkout.read.mockRejectedValue(refusal(404, 'not_found'))
    const answer = await get(PATH)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('<main>not_found</main>')
    expect(logged).toEqual([])
  })

  it.each([
    ['does not answer', new CheckoutConnectionError('time_out', 'No answer within 4000 ms.')],
    ['refuses our key', refusal(401, 'invalid_api_key')],
    ['fails', refusal(500, 'internal_error')],
  ])('S-33 answers 503 when the API %s, without showing why', async (_name, error) => {
    const { get, checkout, logged } = openBff()
    checkout.read.mockRejectedValue(error)
    const answer = await get(PATH)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('3')
    const html = await answer.text()
    expect(dataOf(html)).toMatchObject({
      problem: {
        code: 'temporarily_unavailable',
        requestId: answer.headers.get('x-request-id'),
      },
    })
    expect(html).not.toMatch(/Inside of the API|req_of_the_api|api_key|4000 ms/)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(answer.headers.get('x-request-id'))
  })

  it('R-29: sheds load: 503 without calling the API, and a page that reloads', async () => {
    let permits = 1
    const acquirePage = () => {
      if (permits === 0) return undefined
      permits -= 1
      return () => void (permits += 1)
    }
    const { get, checkout } = openBff({ acquirePage })
    const answered = Promise.withResolvers<ReturnType<typeof exampleCheckout>>()
    checkout.read.mockReturnValueOnce(answered.promise)
    const first = get(PATH)
    const refused = await get(PATH, { 'accept-language': 'es' })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    const html = await refused.text()
    expect(html).toContain('<h1>busy in es</h1>')
    expect(html).toContain('<meta http-equiv="refresh" content="5">')
    expect(checkout.read).toHaveBeenCalledTimes(1)
    answered.resolve(exampleCheckout())
    expect((await first).status).toBe(200)
    expect((await get(`${PATH}?broken`)).status).toBe(500)
    expect((await get(PATH)).status).toBe(200)
  })

  it('S-133: to HEAD has the headers that are known without rendering, and takes no permit', async () => {
    const { bff, get, logged } = openBff({ acquirePage: () => undefined })
    const head = (path: string) => bff.fetch(new Request(ORIGIN + path, { method: 'HEAD' }))
    expect((await get(PATH)).status).toBe(503)
    const answer = await head(`${PATH}?broken`)
    expect([answer.status, answer.body]).toEqual([200, null])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toBeNull()
    expect((await head('/c/unknown')).status).toBe(404)
    expect(logged).toEqual([])
  })

  it('answers 500 with an error page when rendering fails', async () => {
    const { get, logged } = openBff()
    const answer = await get(`${PATH}?broken`)
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain(String(answer.headers.get('x-request-id')))
    expect(logged).toHaveLength(1)
  })
})

describe('without a build', () => {
  it('names the build command, in the log and on the page', async () => {
    const { get, logged } = openBff({ build: { kind: 'missing', directory: '/dist/sandbox' } })
    expect(logged).toEqual([
      'the page is not built: run `npm run build` {"directory":"/dist/sandbox"}',
    ])
    const answer = await get(PATH)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Run `npm run build`.')
  })
})
