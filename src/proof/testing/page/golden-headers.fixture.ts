import { expect } from 'vitest'
import { FIELDS_ORIGIN } from './bff.fixture.ts'
import { REFERENCE } from './checkout.fixture.ts'

/** Complete headers by kind of response: one more or less is a failure. */
export const ALWAYS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(self), usb=(), xr-spatial-tracking=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-request-id': expect.stringMatching(/^req_[0-9A-Za-z]{17}$/),
}
export const DATA = {
  ...ALWAYS,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
export const JSON_DATA = { ...DATA, 'content-type': 'application/json; charset=utf-8' }
export const HASH = "'sha(256|384)-[A-Za-z0-9+/]+=*'"
const REPORTS = '; report-uri /reports'
export const policy = (
  scripts: string,
  frames: string,
  styles: string,
  framedBy = "'none'",
  reports = REPORTS,
) =>
  new RegExp(
    `^default-src 'none'; script-src ${scripts}; img-src 'self' data:; connect-src 'self'; frame-src ${frames}; form-action 'self'; base-uri 'none'; frame-ancestors ${framedBy}; require-trusted-types-for 'script'; trusted-types 'none'${reports}; style-src ${styles}$`,
  )
const SCRIPTS = `${HASH}( ${HASH}){3}`
/** A session's page frames the card frame of that session alone. */
export const HTML = {
  ...ALWAYS,
  'cache-control': 'no-store, no-transform',
  'content-security-policy': expect.stringMatching(
    policy(SCRIPTS, `${FIELDS_ORIGIN}/card/${REFERENCE}/`, HASH),
  ),
  'content-type': 'text/html; charset=utf-8',
  vary: 'Accept-Encoding, Accept-Language',
}
export const HTML_WITHOUT_SESSION = {
  ...HTML,
  'content-security-policy': expect.stringMatching(policy(SCRIPTS, "'none'", HASH)),
}
export const PLAIN_HTML = {
  ...ALWAYS,
  'cache-control': 'no-store, no-transform',
  'content-security-policy': expect.stringMatching(policy("'none'", "'none'", HASH)),
  'content-type': 'text/html; charset=utf-8',
}
export const FILE = {
  ...ALWAYS,
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
export const ASSET = {
  ...FILE,
  'cache-control': 'public, max-age=31536000, immutable, no-transform',
  'content-type': 'text/javascript; charset=utf-8',
  vary: 'Accept-Encoding',
}
export const RETRY = { 'retry-after': '3' }
