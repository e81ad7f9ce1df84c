import { describe, expect, it } from 'vitest'
import { sha384 } from './hash.ts'
import { inventoryOf } from './script-inventory.ts'

const code = 'export const answer = 42'
const path = '/assets/pix-1.js'
const scripts = { [path]: sha384(Buffer.from(code)) }

describe('inventoryOf', () => {
  it('lists every script with size, integrity and purpose', () => {
    expect(inventoryOf([{ path, name: 'pix', code }], { scripts })).toEqual([
      {
        path,
        bytes: 24,
        sha384: expect.stringMatching(/^sha384-[\w+/]{64}$/),
        purpose: 'Shows a Pix code to copy and to scan.',
      },
    ])
  })

  it('refuses a script that nobody has justified', () => {
    expect(() => inventoryOf([{ path, name: 'tracker', code }], { scripts })).toThrow(
      'has no purpose',
    )
  })
})
