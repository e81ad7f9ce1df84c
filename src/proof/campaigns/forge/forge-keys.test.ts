import { describe, expect, it } from 'vitest'
import { createDice } from '../shared/dice.ts'
import { createAuthentication, forgeKeys, forgeLookalikes, makeGenuineKey } from './forge-keys.ts'

describe('forged keys', () => {
  it('S-02: of twenty thousand none is accepted', async () => {
    const { forged, kinds, accepted } = await forgeKeys(20_000, createDice(2))
    expect(accepted).toEqual([])
    expect(forged).toBe(20_000)
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(500)
  })

  it('S-02: genuine keys are accepted', async () => {
    const dice = createDice(2)
    const genuine = Array.from({ length: 100 }, () => makeGenuineKey(dice))
    const isAccepted = createAuthentication(genuine)
    for (const { text } of genuine) expect(await isAccepted(text)).toBe(true)
    expect(await isAccepted(makeGenuineKey(dice).text)).toBe(false)
  })

  it('S-14: a secret scanner takes none of twenty thousand look-alikes for a key', async () => {
    const { forged, accepted } = await forgeLookalikes(20_000, createDice(14))
    expect({ forged, accepted }).toEqual({ forged: 20_000, accepted: [] })
  })
})
