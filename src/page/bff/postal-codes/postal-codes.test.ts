import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestClock } from '#proof/testing/test-clock.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { createGuardedGet } from '#server/outgoing/guarded-get.ts'
import { createPlaceLookUp, inTurn, type LookUpPlace, PLACE_TIMEOUT_MS } from './look-up-place.ts'

useStandInBuild()

const PATH = `/api/checkout/${REFERENCE}/postal-codes/`
const CEP = '01310100'
const VIA_CEP = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista',
  complemento: 'até 610 - lado par',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
  uf: 'SP',
}
const PLACE = {
  street: 'Avenida Paulista',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}
const asksForAddress = exampleCheckout({
  collect: { ...exampleCheckout().collect, billingAddress: 'required' },
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const noLookup = async () => []

/** A service on this machine, and the page's backend that asks it. */
async function openService(answer: RequestListener, { allowLoopback = true } = {}) {
  const asked: string[] = []
  const headers: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    headers.push(...request.rawHeaders)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const clock = createTestClock(new Date('2026-11-20T15:00:00.000Z'))
  const opened = openBff({
    clock: () => clock.now(),
    lookUpPlace: createPlaceLookUp({
      url: `http://127.0.0.1:${port}/{cep}/json`,
      get: createGuardedGet({ lookup: noLookup, allowLoopback, timeoutMs: PLACE_TIMEOUT_MS }),
    }),
  })
  opened.checkout.read.mockResolvedValue(asksForAddress)
  const askFrom = async (address: string, cep = CEP) =>
    opened.bff.fetch(new Request(`${ORIGIN}${PATH}${cep}`), { address })
  return { ...opened, asked, headers, clock, askFrom }
}

const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

describe('S-131, S-166: the address of a CEP', () => {
  it.each([
    ['the names of ViaCEP', VIA_CEP, PLACE],
    ['plain names', PLACE, PLACE],
    [
      'the names of BrasilAPI',
      { ...PLACE, cep: CEP, district: undefined, neighborhood: 'Bela Vista' },
      PLACE,
    ],
    ['a city alone', { localidade: 'Sé', uf: 'SP', logradouro: '' }, { city: 'Sé', state: 'SP' }],
    [
      'what no address may hold',
      { street: 'A\u202eB', district: '<b>Sé</b>', city: 'São Paulo', state: 'São Paulo' },
      { city: 'São Paulo' },
    ],
    [
      'control characters and what is too long',
      { street: 'A\u0000B', district: 'Sé\nSé', city: 'x'.repeat(5000), state: 'SP' },
      { state: 'SP' },
    ],
  ])('is read from %s', async (_names, body, place) => {
    const { get, asked } = await openService(json(body))
    const answer = await get(PATH + CEP)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual(place)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(asked).toEqual([`/${CEP}/json`])
  })

  it('is asked for by its digits alone: nothing else of the shopper leaves', async () => {
    const { get, asked, headers } = await openService(json(VIA_CEP))
    const shopper = {
      cookie: 'form=secret',
      referer: `${ORIGIN}/c/${REFERENCE}`,
      'user-agent': 'Shopper/1.0',
      'accept-language': 'pt-BR',
      'x-forwarded-for': '203.0.113.9',
    }
    expect((await get(PATH + CEP, shopper)).status).toBe(200)
    expect(asked).toEqual([`/${CEP}/json`])
    const sent = headers.join('\n')
    for (const text of [...Object.values(shopper), REFERENCE]) expect(sent).not.toContain(text)
  })

  it('is asked for once: answers are kept, also that there is none', async () => {
    const known = await openService(json(VIA_CEP))
    await Promise.all([known.get(PATH + CEP), known.get(PATH + CEP)])
    await known.get(PATH + CEP)
    expect(known.asked).toHaveLength(1)
    const unknown = await openService(json({ erro: 'true' }))
    for (let turn = 0; turn < 2; turn++) expect((await unknown.get(PATH + CEP)).status).toBe(204)
    expect(unknown.asked).toHaveLength(1)
    expect(unknown.logged).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['fails', (_request, response) => void response.writeHead(500).end()],
    [
      'redirects',
      (_request, response) => void response.writeHead(302, { location: '/other' }).end(),
    ],
    ['answers no JSON', (_request, response) => void response.end('<html>Paulista</html>')],
    ['answers no object', json('Paulista')],
    [
      'redirects to a private address',
      (_request, response) =>
        void response.writeHead(301, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['answers for another CEP', json({ ...VIA_CEP, cep: '20040-002' })],
    ['answers too much', json({ ...VIA_CEP, more: 'x'.repeat(20_000) })],
    ['breaks off', (request) => void request.socket.destroy()],
    ['never answers', () => undefined],
    ['begins to answer', (_request, response) => void response.write('{')],
  ])('is left to the shopper when the service %s, and the log says why', async (_what, service) => {
    const { get, asked, logged } = await openService(service)
    expect((await get(PATH + CEP)).status).toBe(204)
    expect(asked).toEqual([`/${CEP}/json`])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/^the look-up of a postal code failed /)
    expect(logged[0]).not.toMatch(new RegExp(`${CEP}|${REFERENCE}|Paulista`))
  })

  it('is unknown where the service answers 404, and is not logged', async () => {
    const { get, logged } = await openService(
      (_request, response) => void response.writeHead(404).end(),
    )
    expect((await get(PATH + CEP)).status).toBe(204)
    expect(logged).toEqual([])
  })

  it('is for sessions that take one', async () => {
    const { get, checkout, asked } = await openService(json(VIA_CEP))
    checkout.read.mockResolvedValueOnce(
      exampleCheckout({ collect: { ...asksForAddress.collect, billingAddress: 'hidden' } }),
    )
    expect((await get(PATH + CEP)).status).toBe(204)
    checkout.read.mockResolvedValueOnce({ ...asksForAddress, status: 'expired' })
    expect((await get(PATH + CEP)).status).toBe(204)
    expect((await get(PATH + CEP, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await get(`/api/checkout/x/postal-codes/${CEP}`)).status).toBe(404)
    expect(asked).toEqual([])
  })

  it.each(['0131010', '01310-100', '013101000', '0131010a', '%2e%2e%2f%2e%2e'])(
    'is for eight digits, and not for %s',
    async (cep) => {
      const { get, asked } = await openService(json(VIA_CEP))
      expect((await get(PATH + cep)).status).toBe(404)
      expect(asked).toEqual([])
    },
  )

  it('R-126: is not fetched from an address that is not public, unless the operator names it', async () => {
    const { get, asked, logged } = await openService(json(VIA_CEP), { allowLoopback: false })
    expect((await get(PATH + CEP)).status).toBe(204)
    expect(asked).toEqual([])
    expect(logged[0]).toMatch(/address is not allowed/)
  })

  it('is asked of each source in turn, until one knows it', async () => {
    const asked: string[] = []
    const source =
      (name: string, answer: Awaited<ReturnType<LookUpPlace>>): LookUpPlace =>
      async () => {
        asked.push(name)
        return answer
      }
    expect(inTurn(undefined, undefined)).toBeUndefined()
    const known = inTurn(source('table', PLACE), source('service', {}))
    expect(await known?.(CEP)).toEqual(PLACE)
    const unknown = inTurn(source('table', null), undefined, source('service', null))
    expect(await unknown?.(CEP)).toBeNull()
    expect(asked).toEqual(['table', 'table', 'service'])
  })

  it('is not found without a service', async () => {
    expect((await openBff().get(PATH + CEP)).status).toBe(404)
  })

  it('S-135: of one network asks for five at once, so that a slow service answers others', async () => {
    const waiting: (() => void)[] = []
    const { askFrom, asked } = await openService((request, response) => {
      waiting.push(() => json(PLACE)(request, response))
    })
    const cepOf = (number: number) => String(1_310_100 + number).padStart(8, '0')
    const answers = Array.from({ length: 20 }, (_, number) => askFrom('192.0.2.1', cepOf(number)))
    await expect.poll(() => asked.length).toBe(5)
    const other = askFrom('192.0.2.2', cepOf(20))
    await expect.poll(() => asked.length).toBe(6)
    for (const answer of waiting) answer()
    expect((await other).status).toBe(200)
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 204)).toHaveLength(15)
  })

  it('is limited by network', async () => {
    const { askFrom, clock, asked } = await openService(json(PLACE))
    for (let turn = 0; turn < 30; turn++) {
      const cep = String(1_310_100 + turn).padStart(8, '0')
      expect((await askFrom('192.0.2.1', cep)).status).toBe(200)
    }
    const refused = await askFrom('192.0.2.1', '01310900')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(asked).toHaveLength(30)
    expect((await askFrom('192.0.2.2', '01310900')).status).toBe(200)
    clock.advance(60_000)
    expect((await askFrom('192.0.2.1', '01310901')).status).toBe(200)
  })
})
