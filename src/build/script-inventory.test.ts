import { describe, expect, it } from 'vitest'
import { sha384 } from './hash.ts'
import { inventoryOf } from './script-inventory.ts'

const pix = {
  fileName: 'assets/pix-1.js',
  name: 'pix',
  code: 'export const answer = 42',
  moduleIds: ['/project/src/web/screens/pix.tsx', '/project/node_modules/uqr/dist/index.mjs'],
}
const integrity = { '/assets/pix-1.js': sha384(Buffer.from(pix.code)) }

describe('inventoryOf', () => {
  it('lists every script with size, integrity and purpose', () => {
    expect(inventoryOf([pix], integrity)).toEqual([
      {
        path: '/assets/pix-1.js',
        bytes: 24,
        sha384: expect.stringMatching(/^sha384-[\w+/]{64}$/),
        purpose: 'Shows a Pix code to copy and to scan.',
      },
    ])
  })

  it('knows what is shared by our own screens', () => {
    const shared = { ...pix, name: 'facts', moduleIds: ['/project/src/web/screens/facts.tsx'] }
    expect(inventoryOf([shared], integrity)[0]?.purpose).toMatch(/several of its screens/)
  })

  it('refuses code of others that nobody has justified', () => {
    const tracker = { ...pix, name: 'tracker' }
    expect(() => inventoryOf([tracker], integrity)).toThrow('has no purpose')
  })
})
