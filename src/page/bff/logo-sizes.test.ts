import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import type { Image } from '#contract/image.ts'
import { createLogoSizes } from './logo-sizes.ts'

const GIF: Image = {
  contentType: 'image/gif',
  bytes: Uint8Array.from(Buffer.from('4749463839612c016400', 'hex')),
}
const URL = 'https://store.example/logo.gif'

describe('createLogoSizes', () => {
  it('reads a logo once, and knows its size from then on', async () => {
    const readImage = vi.fn<() => Promise<Image>>(async () => GIF)
    const sizeOf = createLogoSizes(readImage)
    expect([sizeOf('one', URL), sizeOf('two', URL)]).toEqual([null, null])
    await setImmediate()
    expect(sizeOf('two', URL)).toEqual({ width: 300, height: 100 })
    expect(readImage.mock.calls).toEqual([['one', 'logo']])
  })

  it('forgets the logo that was shown least recently, not all of them', async () => {
    const readImage = vi.fn<() => Promise<Image>>(async () => GIF)
    const sizeOf = createLogoSizes(readImage)
    for (let logo = 0; logo < 1001; logo++) sizeOf('one', `${URL}?${logo}`)
    await setImmediate()
    expect(sizeOf('one', `${URL}?1`)).toEqual({ width: 300, height: 100 })
    expect(sizeOf('one', `${URL}?0`)).toBeNull()
  })

  it('reads it again after a failure, and nothing without a logo', async () => {
    const readImage = vi.fn<() => Promise<Image>>(async () => GIF)
    readImage.mockRejectedValueOnce(new Error('no answer'))
    const sizeOf = createLogoSizes(readImage)
    expect(sizeOf('one', null)).toBeNull()
    expect(readImage).not.toHaveBeenCalled()
    for (let view = 0; view < 2; view++) {
      expect(sizeOf('one', URL)).toBeNull()
      await setImmediate()
    }
    expect(sizeOf('one', URL)).toEqual({ width: 300, height: 100 })
  })
})
