import { describe, expect, it } from 'vitest'
import { createDice } from '../shared/dice.ts'
import { createDoor, forgeKeys, forgeLookalikes, makeGenuineKey } from './forge-keys.ts'

describe('forged keys', () => {
  it('S-02: of twenty thousand none is let in', async () => {
    const { forged, kinds, accepted } = await forgeKeys(20_000, createDice(2))
    expect(accepted).toEqual([])
    expect(forged).toBe(20_000)
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(500)
  })

  it('S-02: those that there are get in', async () => {
    const dice = createDice(2)
    const genuine = Array.from({ length: 100 }, () => makeGenuineKey(dice))
    const isAccepted = createDoor(genuine)
    for (const { text } of genuine) expect(await isAccepted(text)).toBe(true)
    expect(await isAccepted(makeGenuineKey(dice).text)).toBe(false)
  })

  it('S-14: of twenty thousand look-alikes a scanner takes none for a key', async () => {
    const { forged, accepted } = await forgeLookalikes(20_000, createDice(14))
    expect({ forged, accepted }).toEqual({ forged: 20_000, accepted: [] })
  })
})
