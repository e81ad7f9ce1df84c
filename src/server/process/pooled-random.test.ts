import { expect, it } from 'vitest'
import { pooledRandom } from './pooled-random.ts'

/** Returns 0, 1, 2 … as two bytes each, so that repeated and skipped bytes show. */
function counting() {
  let next = 0
  const asked: number[] = []
  return {
    asked,
    random: (length: number) => {
      asked.push(length)
      const bytes = Buffer.alloc(length)
      for (let offset = 0; offset < length; offset += 2) bytes.writeUInt16BE(next++, offset)
      return bytes
    },
  }
}

it('returns every byte once, in few calls', () => {
  const { random, asked } = counting()
  const pooled = pooledRandom(random)
  const numbers = Array.from({ length: 3000 }, () => Buffer.from(pooled(2)).readUInt16BE())
  expect(numbers).toStrictEqual(numbers.map((_, index) => index))
  expect(asked.length).toBeLessThan(10)
})

it('returns bytes that no later call changes', () => {
  const pooled = pooledRandom(counting().random)
  const first = pooled(4)
  const copy = Uint8Array.from(first)
  for (let calls = 0; calls < 2000; calls++) pooled(16)
  expect(first).toStrictEqual(copy)
})

it.each([0, 1, 10, 2047, 2048, 2050, 10_000])(
  'gives %i bytes when asked for that many',
  (length) => {
    const pooled = pooledRandom(counting().random)
    pooled(1)
    expect(pooled(length)).toHaveLength(length)
  },
)
