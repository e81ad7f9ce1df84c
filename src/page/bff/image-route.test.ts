import { describe, expect, it } from 'vitest'
import { CheckoutError } from '#client/index.ts'
import { openBff, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { exampleImage, REFERENCE } from '#proof/testing/page/checkout.fixture.ts'

useStandInBuild()

const LOGO = `/api/checkout/${REFERENCE}/images/logo`

const noImage = new CheckoutError({
  status: 404,
  code: 'not_found',
  detail: 'There is no such picture.',
  requestId: 'req_1',
  errors: [],
  retryAfterSeconds: null,
})

describe('GET /api/checkout/{reference}/images/{name}', () => {
  it('passes on the image of the API', async () => {
    const { get, checkout } = openBff()
    const answer = await get(LOGO, { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' })
    expect(answer.status).toBe(200)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(exampleImage.bytes)
    expect(checkout.image.mock.lastCall?.slice(0, 2)).toEqual([REFERENCE, 'logo'])
  })

  it.each([
    ['a document', 404, { 'sec-fetch-dest': 'document' }],
    ['a frame', 404, { 'sec-fetch-dest': 'iframe' }],
    ['data', 404, { 'sec-fetch-dest': 'empty' }],
    ["another site's page", 403, { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
  ])('is not for %s', async (_name, status, headers) => {
    const { get, checkout } = openBff()
    expect((await get(LOGO, headers)).status).toBe(status)
    expect(checkout.image).not.toHaveBeenCalled()
  })

  it.each(['logo.svg', '-1', '1000', '%2e%2e'])(
    '404 for %s, without calling the API',
    async (name) => {
      const { get, checkout } = openBff()
      expect((await get(`/api/checkout/${REFERENCE}/images/${name}`)).status).toBe(404)
      expect(checkout.image).not.toHaveBeenCalled()
    },
  )

  it('404 without an image, not cached', async () => {
    const { get, checkout, logged } = openBff()
    checkout.image.mockRejectedValue(noImage)
    const answer = await get(LOGO)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
    expect(logged).toEqual([])
  })
})
