import type { FieldProblem } from '#contract/problem.ts'
import { isReturnUrlAllowed } from '../sessions/return-url.ts'
import { checkOutgoingUrl } from '../../outgoing/outgoing-url.ts'
import type { ActionContext } from './action-context.ts'
import { rollBack } from '../outcome.ts'

type UrlContext = Pick<ActionContext, 'layout' | 'allowLoopbackCallbacks' | 'callbackNetworks'>

/** Checks a webhook endpoint's URL, to prevent SSRF, and returns it as it is stored. Throws `RollBack`. */
export function allowedCallbackUrl(
  { layout, allowLoopbackCallbacks: allowLoopback, callbackNetworks: networks }: UrlContext,
  path: string,
  text: string,
): string {
  const check = checkOutgoingUrl(text, { layout, allowLoopback, networks })
  if (check.ok) return check.url
  throw rollBack('invalid_url', [faultOf(path, check.reason)])
}

/** Return origins without duplicates. Throws `RollBack` in production's layout for origins that are not https. */
export function allowedReturnOrigins({ layout }: UrlContext, origins: readonly string[]): string[] {
  const faults = origins.flatMap((origin, index): FieldProblem[] =>
    layout === 'production' && !origin.startsWith('https:')
      ? [faultOf(`returnOrigins.${index}`, 'https_required')]
      : [],
  )
  if (faults.length > 0) throw rollBack('invalid_url', faults)
  return [...new Set(origins)]
}

/** Throws `RollBack` for default return URLs whose origin is not one of the merchant's. */
export function checkReturnUrls(
  { layout }: UrlContext,
  returnOrigins: readonly string[],
  urls: Readonly<Record<string, string | null | undefined>>,
): void {
  const faults = Object.entries(urls).flatMap(([path, url]): FieldProblem[] =>
    url == null || isReturnUrlAllowed(url, { layout, returnOrigins })
      ? []
      : [faultOf(path, 'origin_not_listed')],
  )
  if (faults.length > 0) throw rollBack('invalid_url', faults)
}

function faultOf(path: string, code: string): FieldProblem {
  return { path, code, message: 'is not allowed' }
}
