import { describe, expect, it } from 'vitest'
import { makeApiKey } from '#domain/api-key.ts'
import { readAccount } from './account.ts'

const key = (byte: number, environment: 'sandbox' | 'production' = 'sandbox') =>
  makeApiKey(environment, (length) => new Uint8Array(length).fill(byte))
const ALONE = { parallelIndex: 0, workers: 1 }

describe('an account', () => {
  it('is one key at the local sandbox', () => {
    expect(readAccount({ API_KEY: key(1), API_URL: '' }, ALONE)).toEqual({
      apiUrl: 'http://localhost:4243',
      checkoutUrl: undefined,
      apiKey: key(1),
      webhookSecrets: [],
      isShared: false,
    })
  })

  it('is shared when there are fewer keys than workers', () => {
    const two = { API_KEY: `${key(1)}, ${key(2)}`, WEBHOOK_SECRET: 'whsec_a,whsec_b' }
    const second = readAccount(two, { parallelIndex: 1, workers: 2 })
    expect(second).toMatchObject({ apiKey: key(2), isShared: false })
    expect(second.webhookSecrets).toEqual(['whsec_a', 'whsec_b'])
    const third = readAccount(two, { parallelIndex: 2, workers: 3 })
    expect(third).toMatchObject({ apiKey: key(1), isShared: true })
  })

  it.each([
    ['no key', {}, /^API_KEY is not set: .*npx --no checkout merchants create/],
    [
      'something else',
      { API_KEY: 'sk_test_1' },
      /^API_KEY is no API key: one begins with hp_test_/,
    ],
    ['a key of production', { API_KEY: key(1, 'production') }, /^API_KEY is a key of production/],
    ['no address', { API_KEY: key(1), API_URL: 'localhost' }, /^API_URL must be an address/],
  ])('is refused in a sentence and no stack: %s', (_, variables, sentence) => {
    const refused = () => readAccount(variables, ALONE)
    expect(refused).toThrow(sentence)
    expect(refused).toThrow(expect.objectContaining({ stack: expect.stringMatching(/^[^\n]+$/) }))
  })
})
