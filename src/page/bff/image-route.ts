import type { Context } from 'hono'
import type { Checkout } from '#contract/checkout.ts'
import { ImageName } from '#contract/image.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { NOT_FOUND, OTHER_SITE } from './payment-routes.ts'
import { isFromOtherSite } from '#http/same-origin.ts'
import { refuseFor, type Site } from './site.ts'

/** `GET /api/checkout/{reference}/images/{name}`: a merchant's image, from our own origin. */
export function createImageRoute(site: Site): (context: Context) => Promise<Response> {
  const calls = createCheckoutCalls(site.client)

  return async (context) => {
    const requestId = site.newRequestId()
    const { headers } = context.req.raw
    if (isFromOtherSite(headers)) return site.answers.refused(OTHER_SITE, requestId)
    const reference = context.req.param('reference') ?? ''
    const name = ImageName.safeParse(context.req.param('name'))
    if (!site.isReference(reference) || !name.success || !isForImage(headers))
      return site.answers.refused(NOT_FOUND, requestId)
    try {
      // HEAD has no image fetched from a merchant's server: its type is not known then.
      if (context.req.method === 'HEAD')
        return hasImage(await calls.read(reference), name.data)
          ? site.answers.image({}, requestId)
          : site.answers.refused(NOT_FOUND, requestId)
      const image = await calls.image(reference, name.data)
      return site.answers.image(image, requestId)
    } catch (error) {
      const refused = refuseFor(site, error, { reference, requestId })
      return site.answers.refused(refused, requestId)
    }
  }
}

function hasImage({ merchant, lineItems }: Checkout, name: ImageName): boolean {
  return name === 'logo'
    ? merchant.brand.logoUrl !== null
    : lineItems[Number(name)]?.imageUrl !== undefined
}

/** Fetch metadata: only `<img>` elements may load it, no document, frame or script. */
function isForImage(headers: Headers): boolean {
  const destination = headers.get('sec-fetch-dest')
  return destination === null || destination === 'image'
}
