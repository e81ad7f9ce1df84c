/** No feature of the browser, but payment for whom it is given. */
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

/** On every answer, whatever it is: nobody frames it, keeps a hold on it, guesses at it or learns where it is. */
export const SECURITY_HEADERS = {
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': permissionsPolicy('()'),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** The policy of what is no document: nothing in it runs, loads or is framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** For two years, as lists that browsers come with ask for: nothing, where the address is not at https. */
export function transportSecurity(url: string): Readonly<Record<string, string>> {
  return url.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload' }
    : {}
}
