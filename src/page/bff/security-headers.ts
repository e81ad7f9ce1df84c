import { REPORTS_PATH } from '../../contract/reports.ts'
import {
  DATA_POLICY,
  permissionsPolicy,
  SECURITY_HEADERS,
  transportSecurity,
} from '../../contract/security-headers.ts'
import { hashSources } from './hash-sources.ts'

/** What the headers name. */
export interface SecuredSite {
  checkoutUrl: string
  /** The origin of the card's frame, the only one that a page may frame. */
  fieldsUrl: string
  /** Of every script that a document may run. */
  scriptHashes: readonly string[]
  /** Whether pages of the same origin may frame a document; nobody may, when it is left out. */
  framedBySelf?: boolean
}

export interface SecurityHeaders {
  /** For whatever is no document: data, scripts, pictures. */
  resource: Readonly<Record<string, string>>
  /**
   * For a document whose only styles are those with these hashes. One with a form that the browser sends by itself may
   * tell our own origin where it is: without that the form would come from `null`.
   */
  document(styleHashes: readonly string[], sendsForm?: boolean): Record<string, string>
  /** For a document that is only read. */
  plainDocument(styleHash: string): Record<string, string>
}

/** The headers of every answer, made once. A document's policy grows only by the hash of the merchant's own style. */
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
