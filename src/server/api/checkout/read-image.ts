import {
  readSessionByReference,
  type SessionForCheckout,
} from '../../database/sessions/sessions.ts'
import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'
import { referenceHash } from '../../service/keys/reference.ts'
import { withholdsDetails } from '../../service/sessions/withheld-details.ts'

/** One refusal for every cause: it reveals nothing about a merchant's server. */
const NO_IMAGE = refuse('not_found', 'There is no such picture.')

export const readImage: Handler<'readImage'> = async (context, { parameters, isHead }) => {
  const { database, images, clock, away } = context
  const session = await readSessionByReference(database, referenceHash(parameters.reference))
  const url = session && imageUrlOf(session, parameters.name, clock())
  if (session === undefined || url === undefined) return NO_IMAGE
  // HEAD has nothing fetched from a merchant's server: the type is not known then.
  if (isHead) return { outcome: 'unmade' }
  const image = await away(() => images.read(url, session.merchantId))
  return image === undefined ? NO_IMAGE : done(image)
}

/** Callers choose among the merchant's URLs by name; they never pass a URL. */
function imageUrlOf(session: SessionForCheckout, name: string, now: Date): string | undefined {
  const { merchant, details } = session
  if (name === 'logo') return merchant.brand.logoUrl ?? undefined
  if (withholdsDetails(session, now)) return undefined
  return details.lineItems[Number(name)]?.imageUrl
}
