import { readSessionByReference, type SessionForCheckout } from '../../store/sessions.ts'
import { accept, refuse, type Handler } from '../handler.ts'
import { referenceHash } from '../reference.ts'

/** One answer for whatever is missing: it says nothing about a merchant's server. */
const NO_IMAGE = refuse('not_found', 'There is no such picture.')

export const readImage: Handler<'readImage'> = async ({ database, images }, { parameters }) => {
  const session = await readSessionByReference(database, referenceHash(parameters.reference))
  const url = session && imageUrlOf(session, parameters.name)
  if (session === undefined || url === undefined) return NO_IMAGE
  const image = await images.read(url, session.merchantId)
  return image === undefined ? NO_IMAGE : accept(image)
}

/** Only what the merchant gave: no caller names an address. */
function imageUrlOf({ merchant, details }: SessionForCheckout, name: string): string | undefined {
  if (name === 'logo') return merchant.brand.logoUrl ?? undefined
  return details.lineItems[Number(name)]?.imageUrl
}
