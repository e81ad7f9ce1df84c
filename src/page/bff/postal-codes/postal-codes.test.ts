import { createServer, type RequestListener } from 'node:http'
import { collectGarbage } from '#proof/testing/collect-garbage.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestClock } from '#proof/testing/test-clock.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleCheckout, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { createPlaceLookUp } from './look-up-place.ts'

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
const PLACE = { street: 'Avenida Paulista', city: 'São Paulo', state: 'SP' }
const asksForAddress = exampleCheckout({
  collect: { ...exampleCheckout().collect, billingAddress: 'required' },
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A service on this machine, and the page's backend that asks it. */
async function openService(answer: RequestListener) {
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
    lookUpPlace: createPlaceLookUp({ url: `http://127.0.0.1:${port}/{cep}/json`, fetch }),
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

describe('S-131: the address of a CEP', () => {
  it.each([
    ['the names of ViaCEP', VIA_CEP, PLACE],
    ['plain names', { ...PLACE, neighborhood: 'Bela Vista' }, PLACE],
    ['a city alone', { localidade: 'Sé', uf: 'SP', logradouro: '' }, { city: 'Sé', state: 'SP' }],
    [
      'what no address may hold',
      { ...PLACE, street: 'A\u202eB', state: 'São Paulo' },
      { city: 'São Paulo' },
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
    ['answers too much', json({ ...VIA_CEP, more: 'x'.repeat(20_000) })],
    ['breaks off', (request) => void request.socket.destroy()],
    ['never answers', () => undefined],
    ['begins to answer', (_request, response) => void response.write('{')],
  ])('is left to the shopper when the service %s, and the log says why', async (_what, service) => {
    const { get, asked, logged } = await openService(service)
    closing.push(collectGarbage())
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

  it('is not found without a service', async () => {
    expect((await openBff().get(PATH + CEP)).status).toBe(404)
  })

  it('S-135: of one network asks for five at once, so that a slow service answers others', async () => {
    const waiting: (() => void)[] = []
    const { askFrom, asked } = await openService((request, response) => {
      waiting.push(() => json(VIA_CEP)(request, response))
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
    const { askFrom, clock, asked } = await openService(json(VIA_CEP))
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
