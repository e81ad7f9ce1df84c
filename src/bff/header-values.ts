/** Two years, as lists that browsers come with ask for. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains; preload'

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

/** What has one of these hashes, as a content security policy names it. */
export function hashSources(hashes: readonly string[]): string {
  return hashes.length === 0 ? "'none'" : hashes.map((hash) => `'${hash}'`).join(' ')
}
