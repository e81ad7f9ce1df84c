import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CardEncryptionKey } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'

const PATH = '/v1/checkout/card-encryption-key'

describe(`GET ${PATH}`, () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  it("returns the processor's key and nothing else", async () => {
    const answer = await api.checkout.get(PATH)
    expect(answer.as(CardEncryptionKey)).toStrictEqual(await processor.cardEncryptionKey())
  })

  it('is not available to merchants', async () => {
    expect((await api.merchant.get(PATH)).problem().status).toBe(403)
  })

  it('503 while the processor does not answer', async () => {
    processor.script('cardEncryptionKey', SILENT)
    const answer = await api.checkout.get(PATH)
    expect(answer).toMatchObject({ status: 503, body: { code: 'temporarily_unavailable' } })
    expect(answer.headers.get('retry-after')).toBe('2')
  })

  it('405 for another method, and does not clash with the path of a session', async () => {
    const answer = await api.checkout.post(PATH, {})
    expect(answer).toMatchObject({ status: 405 })
    expect(answer.headers.get('allow')).toBe('GET')
  })
})
