import { describe, expect, it } from 'vitest'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { cacheEncryptionKey } from './cache-encryption-key.ts'
import { ProcessorSilent } from './processor.ts'

const DAY_MS = 86_400_000
const keyOf = (kid: string) => ({ kid, kty: 'RSA', n: 'n', e: 'AQAB' }) as const
const SILENT = new ProcessorSilent('no answer')

function open(...answers: (ReturnType<typeof keyOf> | Error)[]) {
  const processor = createScriptedProcessor()
  processor.script('cardEncryptionKey', ...answers)
  let nowMs = 0
  const cached = cacheEncryptionKey(processor, () => nowMs)
  return {
    kid: async () => (await cached.cardEncryptionKey()).kid,
    asked: () => processor.count('cardEncryptionKey'),
    pass: (ms: number) => void (nowMs += ms),
  }
}

describe('the key for cards', () => {
  it('is asked for once, however many pages want it, and once more after a day', async () => {
    const { kid, asked, pass } = open(keyOf('first'), keyOf('second'))
    expect(await Promise.all([kid(), kid(), kid()])).toEqual(['first', 'first', 'first'])
    pass(DAY_MS - 1)
    expect([await kid(), asked()]).toEqual(['first', 1])
    pass(1)
    // No page waits for the new one.
    expect(await Promise.all([kid(), kid()])).toEqual(['first', 'first'])
    await expect.poll(kid).toBe('second')
    expect(asked()).toBe(2)
  })

  it('stays where there is no answer, and is asked for again a minute later', async () => {
    const { kid, asked, pass } = open(keyOf('first'), SILENT, keyOf('second'))
    await kid()
    pass(DAY_MS)
    expect([await kid(), await kid(), asked()]).toEqual(['first', 'first', 2])
    pass(60_000)
    await expect.poll(kid).toBe('second')
  })

  it('that never came is asked for by the next page', async () => {
    const { kid } = open(SILENT, keyOf('first'))
    await expect(kid()).rejects.toBe(SILENT)
    expect(await kid()).toBe('first')
  })
})
