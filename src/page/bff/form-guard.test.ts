import { describe, expect, it } from 'vitest'
import { CheckoutConnectionError } from '#client/index.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import {
  dataOf,
  encode,
  FORM,
  FROM_PAGE,
  openForm,
  TYPED,
} from '#proof/testing/page/form.fixture.ts'
import { BODY_TYPES, SENDERS, senderHeaders } from '#proof/testing/page/other-sites.fixture.ts'

useStandInBuild()

const OTHER_REFERENCE = REFERENCE.replace('0', '1')

describe('the CSRF cookie of a form without script', () => {
  it.each([
    ['https://pay.example', /^__Host-form-2f2dd3cd=[\w-]{43}; (.*); Secure$/],
    [ORIGIN, /^form-2f2dd3cd=[\w-]{43}; (.*)$/],
  ])('S-53 at %s has a strict cookie for half an hour', async (checkoutUrl, pattern) => {
    const answer = await openBff({ checkoutUrl }).get(FORM)
    const [, attributes] = pattern.exec(answer.headers.get('set-cookie') ?? '') ?? []
    expect(attributes).toBe('Max-Age=1800; Path=/; HttpOnly; SameSite=Strict')
  })

  it('S-54 gives each browser a cookie of its own, and keeps the one that it has', async () => {
    const { cookie, get } = await openForm()
    expect((await get(FORM)).headers.get('set-cookie')).not.toContain(cookie)
    expect((await get(FORM, { cookie })).headers.get('set-cookie')).toContain(cookie)
    const planted = `${cookie.split('=')[0]}=short`
    expect((await get(FORM, { cookie: planted })).headers.get('set-cookie')).not.toContain(planted)
  })

  it('S-53 is 256 random bits, and nothing of the reference', async () => {
    const asked: number[] = []
    const random = (length: number) => {
      asked.push(length)
      return new Uint8Array(length).fill(asked.length)
    }
    const { cookie } = await openForm({ random })
    const [name = '', value = ''] = cookie.split('=')
    const secret = Buffer.from(value, 'base64url')
    expect(secret.equals(new Uint8Array(32).fill(asked.indexOf(32) + 1))).toBe(true)
    expect(REFERENCE).not.toContain(name.slice(-8))
  })

  it.each([
    ['was wrong', { email: 'ana' }, 422, /^form-2f2dd3cd=[\w-]{43}; Max-Age=1800/],
    ['made a payment', {}, 303, /^form-2f2dd3cd=; Max-Age=0/],
  ])('S-53 is replaced by the first press, which %s', async (_name, fields, status, pattern) => {
    const { checkout, cookie, get, send } = await openForm()
    const planted = (await get(FORM, { cookie })).headers.get('set-cookie')?.split(';')[0]
    expect(planted).toBe(cookie)
    const answer = await send(fields)
    expect(answer.status).toBe(status)
    const replaced = answer.headers.get('set-cookie') ?? ''
    expect(replaced).toMatch(pattern)
    expect(replaced).not.toContain(cookie)
    checkout.pay.mockClear()
    const again = await send({}, { cookie: replaced.split(';')[0] ?? '' })
    expect(again.status).toBe(403)
    expect(checkout.pay).not.toHaveBeenCalled()
  })

  it('S-53 stays while the outcome is unknown: the same form is the same payment', async () => {
    const { checkout, send } = await openForm()
    checkout.pay.mockRejectedValueOnce(new CheckoutConnectionError('time_out', 'No answer.'))
    const broken = await send()
    expect(broken.status).toBe(503)
    expect(broken.headers.has('set-cookie')).toBe(false)
    expect((await send()).status).toBe(303)
    const keys = checkout.pay.mock.calls.map(([, , options]) => options?.idempotencyKey)
    expect(keys[1]).toBe(keys[0])
  })

  it('S-53 is replaced for another tab, whose form is shown again once', async () => {
    const { checkout, cookie, get, post, send } = await openForm()
    const formOf = async (answer: Response) => dataOf(await answer.text()).form
    const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const press = (cookie: string, token: string) =>
      post(FORM, { ...FROM_PAGE, cookie }, encode({ ...TYPED, token }))
    const other = await formOf(await get(FORM, { cookie }))

    const wrong = await send({ email: 'ana' })
    const replaced = cookieOf(wrong)
    const { token } = await formOf(wrong)
    const stale = await press(replaced, other.token)
    expect(stale.status).toBe(403)
    expect(cookieOf(stale)).toBe(replaced)
    const shown = await formOf(stale)
    expect(shown).toMatchObject({ values: TYPED, problem: { code: 'form_stale' } })

    expect((await press(replaced, token)).status).toBe(303)
    expect((await press(replaced, shown.token)).status).toBe(303)
    expect(checkout.pay).toHaveBeenCalledTimes(2)
  })
})

describe('S-52 a form', () => {
  it.each(SENDERS)('pays only from our own page: $site, $origin', async (sender) => {
    const { isOurs } = sender
    for (const type of BODY_TYPES) {
      for (const hasToken of [true, false]) {
        const { checkout, cookie, post, token } = await openForm()
        const headers = {
          cookie,
          'content-type': type,
          ...senderHeaders(sender),
        }
        const answer = await post(FORM, headers, encode({ ...TYPED, ...(hasToken && { token }) }))
        const isForm = type === 'application/x-www-form-urlencoded'
        const expected = !isOurs ? 403 : !isForm ? 415 : hasToken ? 303 : 403
        expect(answer.status).toBe(expected)
        expect(checkout.pay).toHaveBeenCalledTimes(expected === 303 ? 1 : 0)
        expect(answer.headers.has('access-control-allow-origin')).toBe(false)
      }
    }
  })

  it('of another site is refused before it is read', async () => {
    const { checkout, send } = await openForm()
    expect((await send({}, { origin: 'null' })).status).toBe(403)
    expect(checkout.read).toHaveBeenCalledOnce()
  })

  it.each([
    ['without its cookie', async () => ({ cookie: '' })],
    ['with the cookie of another browser', async () => ({ cookie: (await openForm()).cookie })],
    ['with a token of another browser', async () => ({ token: (await openForm()).token })],
    [
      'with a token of another session, under the same secret',
      async (cookie: string) => {
        const path = `/c/${OTHER_REFERENCE}?pay=pix`
        const other = await openBff().get(path)
        const name = other.headers.get('set-cookie')?.split('=')[0]
        const again = await openBff().get(path, { cookie: `${name}=${cookie.split('=')[1]}` })
        return { token: dataOf(await again.text()).form.token }
      },
    ],
    [
      'with a token that was changed',
      async () => ({ token: `1.${'a'.repeat(22)}.${'a'.repeat(43)}` }),
    ],
    ['with no token at all', async () => ({ token: '' })],
  ])('%s comes back to be pressed again, with what was typed', async (_name, change) => {
    const { checkout, cookie, post, token } = await openForm()
    const changed: { cookie?: string; token?: string } = await change(cookie)
    const answer = await post(
      FORM,
      { ...FROM_PAGE, cookie: changed.cookie ?? cookie },
      encode({ ...TYPED, token: changed.token ?? token }),
    )
    expect(answer.status).toBe(403)
    expect(checkout.pay).not.toHaveBeenCalled()
    const { form } = dataOf(await answer.text())
    expect(form).toMatchObject({ values: TYPED, problem: { code: 'form_stale' } })
    const fresh = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    const again = await post(
      FORM,
      { ...FROM_PAGE, cookie: fresh },
      encode({ ...TYPED, token: form.token }),
    )
    expect(again.status).toBe(303)
  })

  it("R-49: is accepted by a process whose clock is ten seconds behind the issuer's", async () => {
    let now = Date.parse('2026-11-20T16:00:00Z')
    const { send } = await openForm({ clock: () => new Date(now) })
    now -= 10_000
    expect((await send()).status).toBe(303)
  })

  it('is valid for half an hour', async () => {
    let now = Date.parse('2026-11-20T16:00:00Z')
    const { send } = await openForm({ clock: () => new Date(now) })
    now += 30 * 60_000
    expect((await send()).status).toBe(303)
    now += 1_000
    expect((await send()).status).toBe(403)
    now -= 32 * 60_000
    expect((await send()).status).toBe(403)
  })
})
