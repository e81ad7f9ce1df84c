import { describe, expect, it } from 'vitest'
import { createDice } from '../shared/dice.ts'
import { forgeSignatures, isAccepted, makeGenuine } from './forge-signatures.ts'

describe('forged signatures', () => {
  it('S-86: of ten thousand none is accepted', async () => {
    const { forged, kinds, accepted } = await forgeSignatures(10_000, createDice(86))
    expect(accepted).toEqual([])
    expect(forged).toBe(10_000)
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(400)
  })

  it('S-86: the genuine signatures are accepted', async () => {
    const dice = createDice(86)
    for (let count = 0; count < 100; count++)
      expect(await isAccepted(await makeGenuine(dice))).toBe(true)
  })
})
