import { rmSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Composition, PreviewAnswer } from '#contract/preview.ts'
import { encodeComposition } from '#domain/composition-code.ts'
import { STATE_GROUPS } from './states/states.ts'
import { LANGUAGES } from '#words/languages.ts'
import {
  FIELDS_ORIGIN,
  openBff,
  ORIGIN,
  OWN_PAGE,
  useStandInBuild,
} from '#proof/testing/page/bff.fixture.ts'
import { loadBuild } from '#page/bff/load-build.ts'
import { writeStandInBuild } from '#proof/testing/page/stand-in-build.fixture.ts'
import { SANDBOX_WORDS } from '#words/tables/sandbox.ts'

useStandInBuild()

const COMPOSITION: Composition = {
  merchant: { name: 'Norte Livros', country: 'BR', color: '#0a7a43', radiusPx: 4 },
  session: {
    currency: 'BRL',
    lineItems: [{ name: 'A book', quantity: 2, unitAmount: 4590 }],
    shipping: { label: 'PAC', amount: 1000 },
    installments: { max: 6, interestFree: 2, monthlyInterestBasisPoints: 199 },
    customer: { email: 'ana@example.com' },
    successUrl: 'https://store.example/ok',
    cancelUrl: 'https://store.example/cart',
  },
}
const REFUSED: Readonly<Record<string, [number, string]>> = {
  'not-found': [404, 'not_found'],
  unavailable: [503, 'temporarily_unavailable'],
}
const FRAMED = { 'sec-fetch-dest': 'iframe' }
const STATES = STATE_GROUPS.flatMap(({ states }) => states)

async function codeOf(composition: Composition): Promise<string> {
  return (await encodeComposition(composition)) ?? ''
}

async function referenceOf(state: string, composition = COMPOSITION): Promise<string> {
  return `preview.${state}.${await codeOf(composition)}`
}

/** The composition with changes to its session. */
function composed(session: Composition['session'], merchant = COMPOSITION.merchant): Composition {
  return { merchant, session: { ...COMPOSITION.session, ...session } }
}

async function check(composition: Composition): Promise<PreviewAnswer> {
  const answer = await openBff().get(`/api/preview/${await codeOf(composition)}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as PreviewAnswer
}

describe('a previewed page', () => {
  it.each(STATES.map(({ name }) => name))('responds in the state %s', async (name) => {
    const { get, checkout } = openBff()
    const path = `/c/${await referenceOf(name)}`
    const first = await get(path, FRAMED)
    const location = first.headers.get('location')
    const answer = location === null ? first : await get(location, FRAMED)
    const [status, text] = REFUSED[name] ?? [200, 'Norte Livros R$']
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(text)])
    expect(checkout.read).not.toHaveBeenCalled()
  })

  it('has the PDF of its boleto, for its own frame, and no other', async () => {
    const { get } = openBff()
    const pdf = await get(`/c/${await referenceOf('boleto')}/boleto.pdf`, FRAMED)
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(pdf.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(pdf.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
    expect((await get(`/c/${await referenceOf('pix')}/boleto.pdf`, FRAMED)).status).toBe(404)
  })

  it('can be framed by its own origin, reports nothing, and is as strict as any page otherwise', async () => {
    const { get } = openBff()
    const page = await get('/c/x')
    const reference = await referenceOf('open')
    const previewed = await get(`/c/${reference}`, FRAMED)
    const strict = (answer: Response) => ({
      ...Object.fromEntries(answer.headers),
      'x-request-id': '',
      'content-security-policy': answer.headers
        .get('content-security-policy')
        ?.replace(/style-src .*/, ''),
    })
    const policy = strict(page)['content-security-policy']
    expect(strict(previewed)).toEqual({
      ...strict(page),
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': policy
        ?.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        .replace("frame-src 'none'", `frame-src ${FIELDS_ORIGIN}/card/${reference}/`)
        .replace('; report-uri /reports', ''),
    })
    expect(policy).toContain('; report-uri /reports')
    expect(policy).toContain("frame-ancestors 'none'")
  })

  it('shows that it is a preview when it is opened alone', async () => {
    const { get } = openBff()
    const path = `/c/${await referenceOf('open')}`
    const alone = await get(`${path}?locale=pt-BR`)
    const html = await alone.text()
    expect(html).toMatch(/<body>\n<style>.*<\/style>\n<p class="preview-note" role="note">Prévia/)
    expect(alone.headers.get('content-security-policy')).toMatch(/style-src( 'sha256-[^']+'){3}$/)
    expect(await (await get(path, FRAMED)).text()).not.toContain('preview-note')
  })

  it('has that note in each language of the page', () => {
    const notes = LANGUAGES.map(({ tag }) => SANDBOX_WORDS[tag].preview)
    expect(notes.filter((note) => note === '' || note !== note.trim())).toEqual([])
    expect(new Set(notes).size).toBe(LANGUAGES.length)
  })

  it('contains no address but ours', async () => {
    const { get } = openBff()
    for (const name of ['open', 'paid?from=challenge', 'challenge', 'expired']) {
      const [state = '', search = ''] = name.split('?')
      const html = await (await get(`/c/${await referenceOf(state)}?${search}`, FRAMED)).text()
      expect(html).toContain(`${ORIGIN}/preview/away`)
      expect(html).not.toMatch(/store\.example|bank\.example/)
    }
  })

  it('frames the bank, which is a page of ours, for a challenge', async () => {
    const { get } = openBff()
    const page = await get(`/c/${await referenceOf('challenge')}`, FRAMED)
    expect(page.headers.get('content-security-policy')).toMatch(
      new RegExp(`frame-src [^;]* ${ORIGIN} [^;]*challenge-return;`),
    )
    const read = await get(`/api/checkout/${await referenceOf('challenge')}?locale=en`)
    expect(await read.json()).toMatchObject({
      payment: { action: { url: `${ORIGIN}/preview/away?bank`, frame: { close: 'Close' } } },
    })
  })

  it("has the totals and installments of the domain's rules", async () => {
    const answer = await openBff().get(`/api/checkout/${await referenceOf('open')}?locale=en`)
    expect(await answer.json()).toMatchObject({
      version: 1,
      status: 'open',
      amount: { text: 'R$101.80' },
      lines: [{ name: 'A book', total: { text: 'R$91.80' } }],
      installments: [
        { count: 1, interestFree: true },
        { count: 2, perInstallment: { text: 'R$50.90' }, interestFree: true },
        { count: 3, perInstallment: { text: 'R$35.30' }, interestFree: false },
        { count: 4 },
        { count: 5 },
        { count: 6 },
      ],
      customer: { email: 'ana@example.com' },
      successUrl: null,
    })
  })

  it.each([
    'preview.open.',
    'preview.open.AAAA',
    'preview.nothing.CODE',
    'preview..CODE',
    'preview.open.CODE.more',
    'preview.open.CODE%2Fmore',
  ])('is not there at %s', async (form) => {
    const reference = form.replace('CODE', await codeOf(COMPOSITION))
    const { get } = openBff()
    expect((await get(`/c/${reference}`)).status).toBe(404)
    expect((await get(`/api/checkout/${reference}`)).status).toBe(404)
  })

  it('does not exist for a session that the API refuses', async () => {
    const reference = await referenceOf('open', composed({ currency: 'BRX' }))
    expect((await openBff().get(`/c/${reference}`)).status).toBe(404)
  })

  it('does not exist in production', async () => {
    const directory = writeStandInBuild({ environment: 'production' })
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const build = await loadBuild(directory)
    const { get } = openBff({ build, environment: 'production' })
    const reference = await referenceOf('open')
    for (const path of [
      `/c/${reference}`,
      `/api/checkout/${reference}`,
      `/api/preview/${await codeOf(COMPOSITION)}`,
      '/preview/away',
    ])
      expect((await get(path)).status).toBe(404)
  })
})

describe('an action on a previewed page', () => {
  const press = async (state: string, path: string, body: object) => {
    const { post, checkout } = openBff()
    const answer = await post(
      `/api/checkout/${await referenceOf(state)}${path}`,
      OWN_PAGE,
      JSON.stringify(body),
    )
    expect(checkout.pay).not.toHaveBeenCalled()
    return (await answer.json()) as Record<string, unknown>
  }

  it.each([
    ['open', '/payments', { method: 'pix' }, { version: 9, paymentStatus: 'requires_action' }],
    ['open', '/payments', { method: 'card' }, { version: 9, status: 'complete' }],
    ['open', '/cancel', {}, { status: 'canceled' }],
    ['pix', '/simulate', { outcome: 'pix_paid' }, { status: 'complete' }],
    ['open', '/simulate', { outcome: 'decline', declineCode: 'lost_card' }, { status: 'open' }],
    ['refused-too-many-attempts', '/payments', { method: 'pix' }, { code: 'too_many_attempts' }],
    ['lost-answer', '/payments', { method: 'pix' }, { code: 'temporarily_unavailable' }],
  ])('%s%s %j answers what the state says', async (state, path, body, answer) => {
    expect(await press(state, path, body)).toMatchObject(answer)
  })

  it('is refused from another site', async () => {
    const { post } = openBff()
    const path = `/api/checkout/${await referenceOf('open')}/payments`
    const answer = await post(path, { ...OWN_PAGE, 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(403)
  })

  it('shows a notice when the shopper leaves, and stays when the page leaves by itself', async () => {
    const { get } = openBff()
    const pressed = await get('/preview/away', { 'sec-fetch-user': '?1' })
    expect([pressed.status, await pressed.text()]).toEqual([
      200,
      expect.stringContaining('Here the shopper leaves the page'),
    ])
    expect(pressed.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    expect((await get('/preview/away')).status).toBe(204)
    expect((await get('/preview/away?bank')).status).toBe(200)
  })
})

describe('the requests of a previewed page', () => {
  it('hold no connection', async () => {
    const answer = await openBff().get(`/api/checkout/${await referenceOf('pix')}/events`)
    expect(answer.status).toBe(204)
  })

  it('get a placeholder for any image, without fetching it', async () => {
    const { get, checkout } = openBff()
    const reference = await referenceOf('open', {
      ...COMPOSITION,
      merchant: { ...COMPOSITION.merchant, logoUrl: 'https://store.example/logo.png' },
    })
    const answer = await get(`/api/checkout/${reference}/images/logo`)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(checkout.image).not.toHaveBeenCalled()
  })
})

describe('GET /api/preview/{code}', () => {
  it('returns the total and the states that the session can reach', async () => {
    const all = await check(COMPOSITION)
    expect(all).toMatchObject({ errors: [], total: { minor: 10_180, text: 'R$101.80' } })
    expect(all.groups.flatMap(({ states }) => states)).toHaveLength(STATES.length)

    const cardOnly = await check(composed({ paymentMethods: ['card'] }))
    const groups = cardOnly.groups.map(({ group }) => group)
    expect(groups).toContain('Confirmation by the bank')
    expect(groups).not.toContain('Pix')
    expect(groups).not.toContain('Boleto')
  })

  it.each<[string, Composition, string[]]>([
    ['no name of a shop', composed({}, { country: 'BR' }), ['merchant.name']],
    [
      'a colour in words',
      composed({}, { ...COMPOSITION.merchant, color: 'green' }),
      ['merchant.color'],
    ],
    [
      'half a line',
      composed({ lineItems: [{ name: 'A book' }] }),
      ['lineItems.0.quantity', 'lineItems.0.unitAmount'],
    ],
    [
      'Pix in dollars',
      composed({ currency: 'USD', paymentMethods: ['pix'] }),
      ['paymentMethods.0'],
    ],
    ['a wrong sum', composed({ amount: 1 }), ['amount']],
    [
      'a currency that is none',
      composed({ currency: 'BRX', paymentMethods: ['card'] }),
      ['currency'],
    ],
    ['a wrong CPF', composed({ customer: { taxId: '11111111111' } }), ['customer.taxId']],
    ['a script for a way back', composed({ successUrl: 'javascript:alert(1)' }), ['successUrl']],
    [
      'both of the shop and of the session',
      composed({ locale: '!' }, {}),
      ['merchant.name', 'merchant.country', 'locale'],
    ],
  ])('names the fields of %s', async (_what, composition, paths) => {
    const { errors, groups } = await check(composition)
    expect(errors.map(({ path }) => path)).toEqual(paths)
    expect(groups).toEqual([])
  })

  it('refuses invalid compositions and other sites', async () => {
    const { get } = openBff()
    expect((await get('/api/preview/AAAA')).status).toBe(404)
    const path = `/api/preview/${await codeOf(COMPOSITION)}`
    expect((await get(path, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})
