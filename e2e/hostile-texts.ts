import { XSS_PAYLOADS } from '#proof/testing/xss-payloads.ts'
import type { Merchant } from './merchant.ts'

/** An even sample that fills a session of 60 lines. */
export const HOSTILE_TEXTS = XSS_PAYLOADS.filter((_, index) => index % 13 === 0).slice(0, 60)

/** A session's page with these strings in the session and in the address. */
export async function hostilePage(merchant: Merchant): Promise<{ url: string }> {
  const [first = '', second = '', third = ''] = HOSTILE_TEXTS
  const session = await merchant.createSession({
    lineItems: HOSTILE_TEXTS.map((name, index) => ({
      name,
      description: HOSTILE_TEXTS.at(-index) ?? name,
      quantity: 1,
      unitAmount: 100,
    })),
    orderReference: second,
    description: third,
  })
  const query = new URLSearchParams({ locale: first, from: second, x: third })
  return { url: `${session.url}?${query}#${encodeURIComponent(first)}` }
}

/** A text as browsers write it in HTML. */
export function textAsWritten(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
