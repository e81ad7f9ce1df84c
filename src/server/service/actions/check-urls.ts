import type { FieldFault } from '#contract/dashboard/problem.ts'
import { isReturnUrlAllowed } from '../sessions/return-url.ts'
import { checkOutgoingUrl } from '../../outgoing/outgoing-url.ts'
import type { ActContext } from './act-context.ts'
import { ActRefused } from './act-refused.ts'

type UrlContext = Pick<ActContext, 'environment' | 'allowLoopbackCallbacks'>

/** Checks a webhook endpoint's URL, to prevent SSRF, and returns it as it is stored. Throws `ActRefused`. */
export function allowedCallbackUrl(
  { environment, allowLoopbackCallbacks: allowLoopback }: UrlContext,
  path: string,
  text: string,
): string {
  const check = checkOutgoingUrl(text, { environment, allowLoopback })
  if (check.ok) return check.url
  throw new ActRefused('invalid_url', [{ path, reason: check.reason }])
}

/** Return origins without duplicates. Throws `ActRefused` in production for origins that are not https. */
export function allowedReturnOrigins(
  { environment }: UrlContext,
  origins: readonly string[],
): string[] {
  const faults = origins.flatMap((origin, index): FieldFault[] =>
    environment === 'production' && !origin.startsWith('https:')
      ? [{ path: `returnOrigins.${index}`, reason: 'https_required' }]
      : [],
  )
  if (faults.length > 0) throw new ActRefused('invalid_url', faults)
  return [...new Set(origins)]
}

/** Throws `ActRefused` for default return URLs whose origin is not one of the merchant's. */
export function checkReturnUrls(
  { environment }: UrlContext,
  returnOrigins: readonly string[],
  urls: Readonly<Record<string, string | null | undefined>>,
): void {
  const faults = Object.entries(urls).flatMap(([path, url]): FieldFault[] =>
    url == null || isReturnUrlAllowed(url, { environment, returnOrigins })
      ? []
      : [{ path, reason: 'origin_not_listed' }],
  )
  if (faults.length > 0) throw new ActRefused('invalid_url', faults)
}
