import { REPORTS_PATH } from '#contract/reports.ts'
import { permissionsPolicy, transportSecurity } from '#http/security-headers.ts'
import { hashSources } from '#http/hash-sources.ts'
import { PLAIN_STYLE_HASH } from '../plain-page.ts'
import { DOCUMENT_CACHE_CONTROL } from '../security-headers.ts'

export interface FrameHeaders {
  /** For the document with the card form: it runs its own two scripts and connects to nothing. */
  card: Readonly<Record<string, string>>
  /** The same, where its second script seals cards as the processor's key says. */
  sealing: Readonly<Record<string, string>>
  /** For a page of text only. */
  plain: Readonly<Record<string, string>>
}

/** Creates the headers of every response once. Only the checkout page may frame these documents. */
export function createFrameHeaders({
  checkoutUrl,
  fieldsUrl,
  scriptHashes,
  sealingScriptHashes,
  styleHash,
}: {
  checkoutUrl: string
  fieldsUrl: string
  scriptHashes: readonly string[]
  sealingScriptHashes: readonly string[]
  styleHash: string | undefined
}): FrameHeaders {
  const always = {
    'Cache-Control': DOCUMENT_CACHE_CONTROL,
    'Content-Type': 'text/html; charset=utf-8',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Requests an origin-keyed process, even when the page is of the same site.
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': permissionsPolicy('()'),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...transportSecurity(fieldsUrl),
  }
  const policy = (scripts: readonly string[], styles: readonly string[]) =>
    [
      "default-src 'none'",
      `script-src ${hashSources(scripts)}`,
      `style-src ${hashSources(styles)}`,
      `frame-ancestors ${new URL(checkoutUrl).origin}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      `report-uri ${REPORTS_PATH}`,
    ].join('; ')
  const cardOf = (scripts: readonly string[]) => ({
    ...always,
    Vary: 'Accept-Encoding',
    'Content-Security-Policy': policy(scripts, styleHash === undefined ? [] : [styleHash]),
  })
  return {
    card: cardOf(scriptHashes),
    sealing: cardOf(sealingScriptHashes),
    plain: { ...always, 'Content-Security-Policy': policy([], [PLAIN_STYLE_HASH]) },
  }
}
