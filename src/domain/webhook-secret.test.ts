import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importWebhookSecrets, makeWebhookSecret } from './webhook-secret.ts'

const ofBytes = (length: number) => `whsec_${Buffer.alloc(length, 7).toString('base64')}`

describe('makeWebhookSecret', () => {
  it('is whsec_ and 32 bytes in Base64, and can be imported', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
        const secret = makeWebhookSecret((length) => {
          expect(length).toBe(32)
          return bytes
        })
        expect(secret).toBe(`whsec_${Buffer.from(bytes).toString('base64')}`)
        expect(await importWebhookSecrets([secret])).toHaveLength(1)
      }),
    )
  })
})

describe('importWebhookSecrets', () => {
  it.each([24, 32, 64])('takes %i bytes', async (length) => {
    expect(await importWebhookSecrets([ofBytes(length)])).toHaveLength(1)
  })

  it('keeps the keys in the order of the secrets, not extractable', async () => {
    const keys = await importWebhookSecrets([ofBytes(24), ofBytes(32)])
    expect(keys?.map((key) => key.extractable)).toEqual([false, false])
  })

  it.each([
    ['23 bytes', ofBytes(23)],
    ['65 bytes', ofBytes(65)],
    ['no prefix', ofBytes(32).slice('whsec_'.length)],
    ['another prefix', ofBytes(32).replace('whsec_', 'whpk_')],
    ['no Base64', 'whsec_not base64, but long enough to be one!'],
    ['a missing padding', ofBytes(32).slice(0, -1)],
    ['nothing', ''],
  ])('refuses %s', async (_, secret) => {
    expect(await importWebhookSecrets([secret])).toBeUndefined()
    expect(await importWebhookSecrets([ofBytes(32), secret])).toBeUndefined()
  })

  it('refuses an empty list', async () => {
    expect(await importWebhookSecrets([])).toBeUndefined()
  })
})
