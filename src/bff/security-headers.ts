const PERMISSIONS_POLICY = [
  'accelerometer=()',
  'autoplay=()',
  'camera=()',
  'display-capture=()',
  'encrypted-media=()',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=(self)',
  'usb=()',
  'xr-spatial-tracking=()',
].join(', ')

export interface SecurityHeaders {
  /** For whatever is no document: data, scripts, pictures. */
  resource: Readonly<Record<string, string>>
  /**
   * For a document whose only scripts and styles are those with these hashes. One with a form that the browser sends by
   * itself may tell our own origin where it is: without that the form would come from `null`.
   */
  document(styleHashes: readonly string[], sendsForm?: boolean): Record<string, string>
}

/** The headers of every answer, made once. A document's policy grows only by the hash of the merchant's own style. */
export function createSecurityHeaders(
  checkoutUrl: string,
  scriptHashes: readonly string[],
): SecurityHeaders {
  const always = {
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(checkoutUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
    }),
  }
  const documentPolicy = [
    "default-src 'none'",
    `script-src ${sources(scriptHashes)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return {
    resource: {
      ...always,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
    document: (styleHashes, sendsForm = false) => ({
      ...always,
      ...(sendsForm && { 'Referrer-Policy': 'same-origin' }),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `${documentPolicy}; style-src ${sources(styleHashes)}`,
    }),
  }
}

function sources(hashes: readonly string[]): string {
  return hashes.length === 0 ? "'none'" : hashes.map((hash) => `'${hash}'`).join(' ')
}
