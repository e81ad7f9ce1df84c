import { describe, expect, it } from 'vitest'
import { CheckoutError } from '#client/index.ts'
import { clientOf, problem, REFERENCE } from '#proof/testing/client/client.fixture.ts'
import type { PageClient } from './page-client.ts'

const PAYMENT_ID = 'pay_0350qmKLMuJ9K1lrKhvHIu'

describe("R-78: the client of the page's backend", () => {
  it.each([
    [
      'checkout.cardEncryptionKey',
      (c: PageClient) => c.checkout.cardEncryptionKey(),
      'GET /v1/checkout/card-encryption-key',
    ],
    [
      'checkout.read',
      (c: PageClient) => c.checkout.read(REFERENCE, { afterVersion: 3, waitSeconds: 20 }),
      `GET /v1/checkout/${REFERENCE}?afterVersion=3&waitSeconds=20`,
    ],
    [
      'checkout.cardSeal',
      (c: PageClient) => c.checkout.cardSeal(REFERENCE),
      `GET /v1/checkout/${REFERENCE}/card-seal`,
    ],
    [
      'checkout.pay',
      (c: PageClient) => c.checkout.pay(REFERENCE, { method: 'pix' }),
      `POST /v1/checkout/${REFERENCE}/payments`,
    ],
    [
      'checkout.completeAction',
      (c: PageClient) => c.checkout.completeAction(REFERENCE, PAYMENT_ID),
      `POST /v1/checkout/${REFERENCE}/payments/${PAYMENT_ID}/action`,
    ],
    [
      'checkout.cancel',
      (c: PageClient) => c.checkout.cancel(REFERENCE),
      `POST /v1/checkout/${REFERENCE}/cancel`,
    ],
    [
      'checkout.simulate',
      (c: PageClient) => c.checkout.simulate(REFERENCE, { outcome: 'pay' }),
      `POST /v1/checkout/${REFERENCE}/simulate`,
    ],
    [
      'checkout.image',
      (c: PageClient) => c.checkout.image(REFERENCE, 'logo'),
      `GET /v1/checkout/${REFERENCE}/images/logo`,
    ],
  ])('%s requests its path', async (_name, make, address) => {
    const { page, requests } = clientOf([() => problem(404, 'not_found')])
    await expect(make(page)).rejects.toThrow(CheckoutError)
    const [request] = requests
    expect(`${request?.method} ${request?.url.pathname}${request?.url.search}`).toBe(address)
  })
})

describe('a picture', () => {
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0x00])
  const answered = (type: string) => () =>
    new Response(bytes, { headers: { 'content-type': type } })

  it('is bytes and a media type', async () => {
    const { page, requests } = clientOf([answered('image/jpeg')])
    const image = await page.checkout.image(REFERENCE, '0')
    expect(image).toEqual({ contentType: 'image/jpeg', bytes })
    expect(requests[0]?.headers.get('accept')).toContain('image/jpeg')
  })

  it('is unreadable without a media type', async () => {
    const { page } = clientOf([() => new Response(bytes)])
    await expect(page.checkout.image(REFERENCE, '0')).rejects.toMatchObject({
      reason: 'unreadable_answer',
    })
  })
})
