import type { Image } from '#contract/image.ts'
import type { SessionForCheckout } from '../../database/sessions/sessions.ts'
import type { ServiceContext } from '../context.ts'

/** The languages of who paid, most preferred first. */
export function localesOf(
  { details, merchant }: SessionForCheckout,
  visited: string | null | undefined,
): string[] {
  return [
    ...(visited ? [visited] : []),
    ...(details.locale === 'auto' ? [] : [details.locale]),
    // From the country alone: its most likely language.
    `und-${merchant.country}`,
  ]
}

/** The merchant's logo, where it has one that can be read. */
export async function logoOf(
  { images }: ServiceContext,
  { merchant, merchantId }: SessionForCheckout,
): Promise<Image | undefined> {
  const { logoUrl } = merchant.brand
  return logoUrl == null ? undefined : images.read(logoUrl, merchantId)
}
