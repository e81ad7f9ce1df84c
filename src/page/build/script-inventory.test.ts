import { describe, expect, it } from 'vitest'
import { sha384 } from './hash.ts'
import { inventoryOf } from './script-inventory.ts'

const screens = {
  fileName: 'assets/later-screens-1.js',
  name: 'later-screens',
  code: 'export const answer = 42',
  moduleIds: [
    '/project/src/page/web/methods/pix/screen.tsx',
    '/project/node_modules/uqr/dist/index.mjs',
  ],
}
const integrity = { '/assets/later-screens-1.js': sha384(Buffer.from(screens.code)) }

describe('S-48: inventoryOf', () => {
  it('lists every script with size, integrity and purpose', () => {
    expect(inventoryOf([screens], integrity)).toEqual([
      {
        path: '/assets/later-screens-1.js',
        bytes: 24,
        sha384: expect.stringMatching(/^sha384-[\w+/]{64}$/),
        purpose: expect.stringContaining('Pix, boleto'),
      },
    ])
  })

  it('recognises a chunk that our own screens share', () => {
    const shared = {
      ...screens,
      name: 'facts',
      moduleIds: ['/project/src/page/web/screens/facts.tsx'],
    }
    expect(inventoryOf([shared], integrity)[0]?.purpose).toMatch(/several of its screens/)
  })

  it('refuses third-party code without a stated purpose', () => {
    const tracker = { ...screens, name: 'tracker' }
    expect(() => inventoryOf([tracker], integrity)).toThrow('has no purpose')
  })

  it('accepts the purposes of scripts that only one build has', () => {
    const own = { ...screens, name: 'own' }
    const [entry] = inventoryOf([own], integrity, { own: 'For tests.' })
    expect(entry?.purpose).toBe('For tests.')
  })
})
