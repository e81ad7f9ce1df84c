import { beforeAll, describe, expect, it } from 'vitest'
import { encodeComposition } from '#domain/composition-code.ts'
import {
  FIELDS_ORIGIN,
  openBff,
  type Opened,
  ORIGIN,
  OWN_PAGE,
  useStandInBuild,
} from '#proof/testing/page/bff.fixture.ts'
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
} from '#proof/testing/page/golden-headers.fixture.ts'

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

type Row = [method: 'GET' | 'POST', path: string, Record<string, string>, number, object]
const rows: Row[] = [
  ['GET', '/preview', {}, 200, WORKSHOP],
  ['GET', '/notifications', {}, 404, PLAIN_HTML],
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
]

const ask = ({ get, post }: Opened, [method, path, headers]: Row) => {
  const address = path.replace(CODE_PLACEHOLDER, code)
  return method === 'GET' ? get(address, headers) : post(address, headers)
}

describe("S-40 the headers of the sandbox's pages for merchants:", () => {
  it.each(rows)('%s %s with %j: %i', async (...row) => {
    const answer = await ask(openBff(), row)
    expect(answer.status).toBe(row[3])
    expect(Object.fromEntries(answer.headers)).toEqual(row[4])
  })
})
