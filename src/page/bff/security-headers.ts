import { REPORTS_PATH } from '../../contract/reports.ts'
import {
  DATA_POLICY,
  permissionsPolicy,
  SECURITY_HEADERS,
  transportSecurity,
} from '../../contract/security-headers.ts'
import { hashSources } from './hash-sources.ts'

/** Inputs of the headers. */
export interface SecuredSite {
  checkoutUrl: string
  /** The card frame's origin, the only one that a page may frame. */
  fieldsUrl: string
  /** Hashes of every script that a document may run. */
  scriptHashes: readonly string[]
  /** Whether the same origin may frame a document; absent: no framing at all. */
  framedBySelf?: boolean
}

export interface SecurityHeaders {
  /** For responses that are no document: data, scripts, images. */
  resource: Readonly<Record<string, string>>
  /**
   * For a document with these style hashes. One with a native form sends a same-origin referrer: without it the form's
   * `Origin` would be `null`.
   */
  document(styleHashes: readonly string[], sendsForm?: boolean): Record<string, string>
  /** For a document of text only. */
  plainDocument(styleHash: string): Record<string, string>
}

/** Creates the headers of every response once. Only the hash of the merchant's style varies by document. */
export function createSecurityHeaders({
  checkoutUrl,
  fieldsUrl,
  scriptHashes,
  framedBySelf = false,
}: SecuredSite): SecurityHeaders {
  const always = {
    ...SECURITY_HEADERS,
    'Permissions-Policy': permissionsPolicy('(self)'),
    ...transportSecurity(checkoutUrl),
  }
  const document = {
    ...always,
    ...(framedBySelf && { 'X-Frame-Options': 'SAMEORIGIN' }),
    'Cache-Control': 'no-store',
  }
  const { origin } = new URL(fieldsUrl)
  const ancestors = framedBySelf ? "'self'" : "'none'"
  const pagePolicy = documentPolicy(hashSources(scriptHashes), origin, ancestors)
  return {
    resource: {
      ...always,
      'Content-Security-Policy': DATA_POLICY,
    },
    document: (styleHashes, sendsForm = false) => ({
      ...document,
      ...(sendsForm && { 'Referrer-Policy': 'same-origin' }),
      'Content-Security-Policy': `${pagePolicy}; style-src ${hashSources(styleHashes)}`,
    }),
    plainDocument: (styleHash) => ({
      ...document,
      'Content-Security-Policy': `${documentPolicy("'none'", "'none'", ancestors)}; style-src '${styleHash}'`,
    }),
  }
}

function documentPolicy(scripts: string, frames: string, ancestors: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `report-uri ${REPORTS_PATH}`,
  ].join('; ')
}
