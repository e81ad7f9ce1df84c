import { describe, expect, it } from 'vitest'
import { readCampaignOptions } from './options.ts'

const DEFAULTS = { schedules: 10, jobs: 2 }

describe('the options of a campaign', () => {
  it('have defaults, and a seed of their own', () => {
    const options = readCampaignOptions([], DEFAULTS)
    expect(options).toMatchObject({ schedules: 10, jobs: 2, json: false, help: false })
    expect(Number.isSafeInteger(options.seed)).toBe(true)
  })

  it('are taken as given', () => {
    const args = ['--seed', '7', '--schedules', '3', '--jobs', '1', '--json']
    expect(readCampaignOptions(args, DEFAULTS)).toMatchObject({
      seed: 7,
      schedules: 3,
      jobs: 1,
      json: true,
    })
  })

  it.each([['--seed=-1'], ['--seed=x'], ['--schedules=0'], ['--jobs=0.5'], ['--unknown']])(
    'refuse %s',
    (arg) => {
      expect(() => readCampaignOptions([arg], DEFAULTS)).toThrow(arg.split('=')[0])
    },
  )
})
