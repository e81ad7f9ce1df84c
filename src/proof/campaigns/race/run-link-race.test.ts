import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isEnded, openLinkStage, runLinkRace, type LinkStage } from './run-link-race.ts'

const RACES = 10
const AT_ONCE = 8

describe('links that are opened while their maker is disabled, at two processes', () => {
  let database: TestDatabase
  let stage: LinkStage
  beforeAll(async () => {
    database = await createTestDatabase()
    stage = await openLinkStage(database.url)
  })
  afterAll(async () => {
    await stage.close()
    await database.drop()
  })

  it('S-132: let nobody in, whichever comes first', async () => {
    for (let number = 0; number < RACES; number++) {
      const result = await runLinkRace(stage, number, AT_ONCE)
      expect([result, isEnded(result)]).toEqual([result, true])
    }
  })

  it('are reported when somebody is in, or nobody was disabled', () => {
    const name = 'links'
    const answers = { 200: 1, '401 invalid_sign_in_link': 1 }
    expect(isEnded({ name, answers, isDisabled: true, signedIn: 0 })).toBe(true)
    expect(isEnded({ name, answers, isDisabled: true, signedIn: 1 })).toBe(false)
    expect(isEnded({ name, answers, isDisabled: false, signedIn: 0 })).toBe(false)
    expect(
      isEnded({ name, answers: { '500 internal_error': 1 }, isDisabled: true, signedIn: 0 }),
    ).toBe(false)
  })
})
