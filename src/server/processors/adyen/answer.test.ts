import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardFault, readAnswer } from './answer.ts'

const PSP = 'NC6HT9CRT65ZGN82'
const error = (errorCode?: unknown) =>
  JSON.stringify({
    status: 422,
    errorCode,
    message: 'canary 4111111111111111',
    errorType: 'validation',
    pspReference: PSP,
  })
const HTML = '<html>canary</html>'

describe('an answer of Adyen', () => {
  it.each<[number, string, string, string?]>([
    [200, '{"resultCode":"Authorised"}', 'done'],
    [201, '{"status":"received"}', 'done'],
    [200, HTML, 'open', '200'],
    [200, '', 'open', '200'],
    [200, '[]', 'open', '200'],
    [204, '', 'open', '204'],
    [302, '', 'open', '302'],
    // The codes that others have recorded: adyen-dotnet-api-library, adyen-python-api-library, adyen-php-api-library, pronamic's
    // wp-pay-gateways, ActiveMerchant, spree_adyen, GOV.UK Pay; 409 is told of by VTEX.
    [401, '', 'not_allowed', '401'],
    [403, error('901'), 'not_allowed', `403 901 (${PSP})`],
    [403, error('010'), 'not_allowed', `403 010 (${PSP})`],
    [403, '{"error":{"code":403,"message":"canary"}}', 'not_allowed', '403'],
    [403, HTML, 'not_allowed', '403'],
    [404, '', 'not_allowed', '404'],
    [404, '{}', 'not_allowed', '404'],
    [404, HTML, 'open', '404'],
    ...['101', '103', '105', '130', '137', '167', '14_006', '14_030'].map(
      (code): [number, string, string, string] => [
        422,
        error(code),
        'refused',
        `422 ${code} (${PSP})`,
      ],
    ),
    [400, error('702'), 'refused', `400 702 (${PSP})`],
    [403, error('903'), 'refused', `403 903 (${PSP})`],
    [422, error(130), 'refused', `422 130 (${PSP})`],
    [409, error('704'), 'open', `409 704 (${PSP})`],
    [422, error('704'), 'open', `422 704 (${PSP})`],
    [422, error(), 'open', `422 (${PSP})`],
    [422, HTML, 'open', '422'],
    [400, '{"errorCode":{}}', 'open', '400'],
    [400, error('a canary'), 'open', `400 (${PSP})`],
    [409, error('130'), 'open', `409 130 (${PSP})`],
    [408, '', 'open', '408'],
    [425, '', 'open', '425'],
    [429, error('130'), 'open', `429 130 (${PSP})`],
    [500, error('701'), 'open', `500 701 (${PSP})`],
    [500, error('905'), 'open', `500 905 (${PSP})`],
    [502, HTML, 'open', '502'],
    [503, error('703'), 'open', `503 703 (${PSP})`],
  ])('%i %s is %s', (status, text, kind, described) => {
    const answer = readAnswer({ status, text })
    expect(answer.kind).toBe(kind)
    expect(answer).toMatchObject(described === undefined ? {} : { described })
    expect(JSON.stringify({ ...answer, body: undefined })).not.toMatch(/canary|4111/)
  })

  it('says by a header that it is not the last word', () => {
    const transient = { status: 422, text: error('704'), headers: { 'transient-error': 'true' } }
    expect(readAnswer(transient)).toMatchObject({ kind: 'open', isTransient: true })
    expect(readAnswer({ ...transient, headers: {} })).toMatchObject({ isTransient: false })
  })

  it('is read whatever it is', () => {
    fc.assert(
      fc.property(fc.nat(599), fc.oneof(fc.string(), fc.json()), (status, text) => {
        const { kind } = readAnswer({ status, text })
        expect(kind !== 'done' || Math.floor(status / 100) === 2).toBe(true)
      }),
    )
  })
})

it.each([
  ['101', 'incorrect_number'],
  ['140', 'incorrect_number'],
  ['103', 'incorrect_cvc'],
  ['129', 'expired_card'],
  ['130', undefined],
])('the code %s is a fault of the card: %s', (code, decline) => {
  expect(cardFault(code)).toBe(decline)
})
