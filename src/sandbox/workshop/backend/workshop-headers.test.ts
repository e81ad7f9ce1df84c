import { beforeAll, describe, expect, it } from 'vitest'
import { CheckoutConnectionError, CheckoutError } from '../../../client/index.ts'
import { encodeComposition } from '../../../domain/composition-code.ts'
import {
  FIELDS_ORIGIN,
  openBff,
  type Opened,
  ORIGIN,
  OWN_PAGE,
  useStandInBuild,
  VIEWER_TOKEN,
} from '../../../proof/testing/page/bff.fixture.ts'
import {
  ALWAYS,
  ASSET,
  DATA,
  HASH,
  HTML,
  JSON_DATA,
  PLAIN_HTML,
  policy,
  RETRY,
} from '../../../proof/testing/page/golden-headers.fixture.ts'

useStandInBuild()

const CODE_PLACEHOLDER = '{code}'
const page = (state: string) => `/c/preview.${state}.${CODE_PLACEHOLDER}`
const api = (state: string) => `/api/checkout/preview.${state}.${CODE_PLACEHOLDER}`
let code: string
beforeAll(async () => {
  const session = { currency: 'BRL', amount: 25_990 }
  code = (await encodeComposition({ merchant: { name: 'Loja', country: 'BR' }, session })) ?? ''
})

const FRAMED = { 'sec-fetch-dest': 'iframe' }
const OTHER_SITE = { ...OWN_PAGE, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
const KNOWN = { cookie: `viewer=${VIEWER_TOKEN}` }
const OWN_KNOWN = { ...OWN_PAGE, ...KNOWN }
const EVENT = 'evt_0Tq4mFhZ7Rk2vXw9sLd3Ye'

const SCRIPTS = `${HASH}( ${HASH}){3}`
const WORKSHOP = {
  ...HTML,
  'content-security-policy': expect.stringMatching(policy(`${HASH} ${HASH}`, ORIGIN, HASH)),
}
const previewed = (frames: string) => ({
  ...HTML,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': expect.stringMatching(
    policy(SCRIPTS, frames, `${HASH}( ${HASH})*`, "'self'", ''),
  ),
})
const PREVIEWED = previewed(`${FIELDS_ORIGIN}/card/preview\\.[^ ;]+/`)
const PREVIEWED_NOTHING = previewed("'none'")
const PICTURE = {
  ...ALWAYS,
  'cache-control': 'private, max-age=3600',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'content-type': 'image/png',
}
const PREVIEWED_PLAIN = {
  ...PLAIN_HTML,
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': expect.stringMatching(policy("'none'", "'none'", HASH, "'self'")),
}
const NOTHING = { ...DATA, 'x-accel-buffering': 'no' }
const FORGOTTEN = { 'clear-site-data': '"cache", "storage"' }
const COOKIE = { 'set-cookie': expect.stringMatching(/^viewer=/) }

type Row = [method: 'GET' | 'POST', path: string, Record<string, string>, number, object]
const rows: Row[] = [
  ['GET', '/preview', {}, 200, WORKSHOP],
  ['GET', '/notifications', {}, 200, WORKSHOP],
  ['POST', '/notifications', OWN_PAGE, 404, PLAIN_HTML],
  ['GET', '/workshop/assets/entry-7a8b.js', {}, 200, ASSET],
  ['GET', '/workshop/assets/nothing.js', {}, 404, PLAIN_HTML],
  ['GET', page('open'), FRAMED, 200, PREVIEWED],
  ['GET', page('open'), {}, 200, PREVIEWED],
  ['GET', page('not-found'), FRAMED, 404, PREVIEWED_NOTHING],
  ['GET', page('unavailable'), FRAMED, 503, { ...PREVIEWED_NOTHING, ...RETRY }],
  ['GET', page('nowhere'), {}, 404, PREVIEWED_NOTHING],
  ['GET', '/c/preview.open.AAAA', {}, 404, PREVIEWED_NOTHING],
  ['GET', api('open'), {}, 200, JSON_DATA],
  ['GET', api('open'), OTHER_SITE, 403, JSON_DATA],
  ['GET', `${api('pix')}/events`, {}, 204, NOTHING],
  ['POST', `${api('open')}/payments`, OWN_PAGE, 422, JSON_DATA],
  ['POST', `${api('open')}/simulate`, OWN_PAGE, 422, JSON_DATA],
  ['POST', `${api('open')}/payments`, OTHER_SITE, 403, JSON_DATA],
  ['POST', `${api('open')}/cancel`, OWN_PAGE, 200, JSON_DATA],
  ['GET', api('nowhere'), {}, 404, JSON_DATA],
  ['GET', `${api('open')}/images/9`, {}, 200, PICTURE],
  ['GET', `${api('open')}/images/x`, {}, 404, JSON_DATA],
  ['GET', `/api/preview/${CODE_PLACEHOLDER}`, {}, 200, JSON_DATA],
  ['GET', `/api/preview/${CODE_PLACEHOLDER}`, OTHER_SITE, 403, JSON_DATA],
  ['GET', '/api/preview/AAAA', {}, 404, JSON_DATA],
  ['GET', '/preview/away', { 'sec-fetch-user': '?1' }, 200, PREVIEWED_PLAIN],
  ['GET', '/preview/away', {}, 204, NOTHING],
  ['POST', '/api/notifications/sign-in', OWN_PAGE, 200, { ...JSON_DATA, ...COOKIE }],
  ['POST', '/api/notifications/sign-in', OTHER_SITE, 403, JSON_DATA],
  [
    'POST',
    '/api/notifications/sign-in',
    { ...OWN_PAGE, 'content-type': 'text/plain' },
    415,
    JSON_DATA,
  ],
  ['GET', '/api/notifications/viewer', KNOWN, 200, JSON_DATA],
  ['GET', '/api/notifications/viewer', {}, 401, JSON_DATA],
  ['GET', '/api/notifications/events', KNOWN, 200, JSON_DATA],
  ['GET', `/api/notifications/events/${EVENT}`, KNOWN, 200, JSON_DATA],
  ['GET', '/api/notifications/events/x', KNOWN, 404, JSON_DATA],
  ['POST', '/api/notifications/replays', OWN_KNOWN, 200, JSON_DATA],
  [
    'POST',
    '/api/notifications/sign-out',
    OWN_KNOWN,
    200,
    { ...JSON_DATA, ...COOKIE, ...FORGOTTEN },
  ],
  ['GET', '/api/notifications/nothing', KNOWN, 404, JSON_DATA],
]

const ask = ({ get, post }: Opened, [method, path, headers]: Row) => {
  const address = path.replace(CODE_PLACEHOLDER, code)
  return method === 'GET' ? get(address, headers) : post(address, headers, '{"token":"of-a-link"}')
}

describe("S-40 the headers of the sandbox's pages for merchants:", () => {
  it.each(rows)('%s %s with %j: %i', async (...row) => {
    const answer = await ask(openBff(), row)
    expect(answer.status).toBe(row[3])
    expect(Object.fromEntries(answer.headers)).toEqual(row[4])
  })

  it.each<[string, Error, number, object]>([
    ['is away', new CheckoutConnectionError('unreachable', 'No answer.'), 503, RETRY],
    [
      'says to wait',
      new CheckoutError({
        status: 429,
        code: 'rate_limited',
        detail: 'Slow down.',
        requestId: 'req_1',
        errors: [],
        retryAfterSeconds: 3,
      }),
      429,
      RETRY,
    ],
    ['broke us', new RangeError('inner'), 500, {}],
  ])('a call while the API %s', async (_, error, status, more) => {
    const opened = openBff()
    opened.viewers.listEvents.mockRejectedValue(error)
    const answer = await opened.get('/api/notifications/events', KNOWN)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toEqual({ ...JSON_DATA, ...more })
  })
})
