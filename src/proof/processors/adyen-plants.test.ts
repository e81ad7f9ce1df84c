import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { ADAPTER, ADYEN_PLANTS, SOUND, type Verdict } from './adyen-plants/plants.ts'

const ROOT = join(import.meta.dirname, '../../..')
const RUN = join(import.meta.dirname, 'adyen-plants/run-plants.ts')
const plants = ADYEN_PLANTS.map((plant) => [plant.name, plant] as const)

describe('a fault that is planted in the adapter of Adyen', () => {
  let verdicts: Verdict[] = []
  beforeAll(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN], { cwd: ROOT })
    verdicts = JSON.parse(stdout)
  })
  const verdictsOf = (name: string) => verdicts.filter(({ project }) => project === name)

  it.each(plants)('%s: its place is found once', (_, { file, sound }) => {
    const source = readFileSync(join(ROOT, ADAPTER, file), 'utf8')
    expect({ file, sound, found: source.split(sound).length - 1 }).toEqual({
      file,
      sound,
      found: 1,
    })
  })

  it('is not in the tree', () => {
    const files = new Set(ADYEN_PLANTS.map(({ seenBy }) => `${ADAPTER}/${seenBy}`))
    expect(new Set(verdictsOf(SOUND).map(({ file }) => file))).toEqual(files)
    expect(verdictsOf(SOUND).filter(({ errors, failed }) => errors.length + failed.length)).toEqual(
      [],
    )
  })

  it.each(plants)('%s: is seen by its test', (name, { seenBy }) => {
    const [verdict] = verdictsOf(name)
    expect(verdict).toMatchObject({ file: `${ADAPTER}/${seenBy}`, errors: [] })
    const { failed = [], tests = 0 } = verdict ?? {}
    expect(failed).not.toEqual([])
    // Where all fail, the plant broke the file.
    expect(failed.length).toBeLessThan(tests)
  })
})
