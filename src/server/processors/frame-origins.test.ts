import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFrameOrigin } from './frame-origins.ts'

describe('S-130: an origin that the page may frame', () => {
  it.each(['https://acs.bank.example', 'https://acs.bank.example:8443', 'http://localhost:4243'])(
    '%s',
    (origin) => expect(isFrameOrigin(origin)).toBe(true),
  )

  it.each([
    'https:',
    '*',
    'https://*.bank.example',
    'http://acs.bank.example',
    'https://acs.bank.example/',
    'https://acs.bank.example/challenge',
    'https://acs.bank.example:443',
    'https://ACS.bank.example',
    'https://user@acs.bank.example',
    "https://a;script-src'unsafe-inline'",
    'https://a https://b',
    'data:text/html,x',
    "'self'",
    '',
    4,
    null,
  ])('is not %j', (origin) => expect(isFrameOrigin(origin)).toBe(false))

  it('is one source of a policy, whatever is listed', () => {
    const oneSource = /^https?:\/\/[^*;,'"/\s]+$/
    const texts = fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ validSchemes: ['https'] }))
    const isSafe = (text: string) => !isFrameOrigin(text) || oneSource.test(text)
    expect(fc.check(fc.property(texts, isSafe)).failed).toBe(false)
  })
})
