import { REPORTS_PATH } from '#contract/reports.ts'
import {
  DATA_POLICY,
  permissionsPolicy,
  SECURITY_HEADERS,
  transportSecurity,
} from '#http/security-headers.ts'
import { frameSources } from '#domain/methods/card/frame-sources.ts'
import { hashSources } from '#http/hash-sources.ts'

/** Inputs of the headers. */
export interface SecuredSite {
  checkoutUrl: string
  /** The card frame's origin. A session's page may frame the card frame of that session; other pages may frame nothing. */
  fieldsUrl: string
  /** Hashes of every script that a document may run. */
  scriptHashes: readonly string[]
  /** Whether the same origin may frame a document; absent: no framing at all. */
  framedBySelf?: boolean
  /** Whether pages without a session may frame their own origin; absent: they may frame nothing. */
  framesSelf?: boolean
}

export interface SecurityHeaders {
  /** For responses that are no document: data, scripts, images. */
  resource: Readonly<Record<string, string>>
  /**
   * For a document with these style hashes. One with a native form sends a same-origin referrer: without it the form's
   * `Origin` would be `null`.
   */
  document(
    styleHashes: readonly string[],
    page?: {
      sendsForm?: boolean
      reference?: string | null
      /** The origins that a challenge in a frame of the page may have. */
      challengeFrameOrigins?: readonly string[] | undefined
    },
  ): Record<string, string>
  /** For the document at the end of a challenge, the only document of this origin that a frame of the page may show. */
  framedDocument(styleHash: string): Record<string, string>
  /** For a document of text only. */
  plainDocument(styleHash: string): Record<string, string>
}

/**
 * A document is never stored, and no proxy may rewrite it, as one that hides e-mail addresses does: React would render the
 * page anew, and lose what was typed.
 */
export const DOCUMENT_CACHE_CONTROL = 'no-store, no-transform'

/** Creates the headers of every response once. Only the hash of the merchant's style varies by document. */
export function createSecurityHeaders({
  checkoutUrl,
  fieldsUrl,
  scriptHashes,
  framedBySelf = false,
  framesSelf = false,
}: SecuredSite): SecurityHeaders {
  const always = {
    ...SECURITY_HEADERS,
    'Permissions-Policy': permissionsPolicy('(self)'),
    ...transportSecurity(checkoutUrl),
  }
  const document = {
    ...always,
    ...(framedBySelf && { 'X-Frame-Options': 'SAMEORIGIN' }),
    'Cache-Control': DOCUMENT_CACHE_CONTROL,
  }
  const ancestors = framedBySelf ? "'self'" : "'none'"
  const framesOfOthers = framesSelf ? new URL(checkoutUrl).origin : "'none'"
  const scripts = hashSources(scriptHashes)
  return {
    resource: {
      ...always,
      'Content-Security-Policy': DATA_POLICY,
    },
    document(
      styleHashes,
      { sendsForm = false, reference = null, challengeFrameOrigins = [] } = {},
    ) {
      const frames =
        reference === null
          ? framesOfOthers
          : frameSources(reference, { checkoutUrl, fieldsUrl }, challengeFrameOrigins)
      // A preview's frame shows one session after another: going back in history, browsers load the card frame of
      // another session into it, which this policy refuses without a report.
      const isReported = !framedBySelf
      const policy = documentPolicy(scripts, frames, ancestors, isReported)
      return {
        ...document,
        ...(sendsForm && { 'Referrer-Policy': 'same-origin' }),
        'Content-Security-Policy': `${policy}; style-src ${hashSources(styleHashes)}`,
      }
    },
    plainDocument: (styleHash) => ({
      ...document,
      'Content-Security-Policy': `${documentPolicy("'none'", "'none'", ancestors)}; style-src '${styleHash}'`,
    }),
    framedDocument: (styleHash) => ({
      ...document,
      'X-Frame-Options': 'SAMEORIGIN',
      'Content-Security-Policy': `${documentPolicy("'none'", "'none'", "'self'")}; style-src '${styleHash}'`,
    }),
  }
}

function documentPolicy(
  scripts: string,
  frames: string,
  ancestors: string,
  isReported = true,
): string {
  return [
    "default-src 'none'",
    // guard: script-policy
    `script-src ${scripts}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...(isReported ? [`report-uri ${REPORTS_PATH}`] : []),
  ].join('; ')
}
