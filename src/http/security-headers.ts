/** `Permissions-Policy` without any browser feature, except payment as given. */
export function permissionsPolicy(payment: '(self)' | '()'): string {
  return [
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
    `payment=${payment}`,
    'usb=()',
    'xr-spatial-tracking=()',
  ].join(', ')
}

/** On every response: no framing, no shared browsing context, no MIME sniffing, no referrer. */
export const SECURITY_HEADERS = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy('()'),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** CSP of a response that is no document: nothing runs, loads or is framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** HSTS for two years, as preload lists require; empty unless the URL is https. */
export function transportSecurity(url: string): Readonly<Record<string, string>> {
  return url.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload' }
    : {}
}

/** Headers of every API response: it is data, never a page, and never cached. */
export const API_HEADERS = {
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': DATA_POLICY,
} as const
