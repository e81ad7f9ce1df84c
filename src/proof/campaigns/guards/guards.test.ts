import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GUARDS } from './guards.ts'
import { findPlaces, withoutGuard } from './places.ts'

const SRC = join(import.meta.dirname, '../../..')
const places = findPlaces(SRC)

it.each(GUARDS)(
  'R-43, R-51: is marked once, so that it can be removed, and so is its test: $name',
  (guard) => {
    const { files = [], tests = [] } = places.get(guard.marker) ?? {}
    expect(files).toHaveLength(1)
    expect(tests).toHaveLength(1)
    expect(tests).toEqual([expect.stringMatching(/\.test\.tsx?$/)])
    const source = readFileSync(join(SRC, files[0] ?? ''), 'utf8')
    expect(withoutGuard(source, guard)).not.toBe(source)
  },
)

it('R-43, R-51: each marker is of one guard', () => {
  const markers = GUARDS.map(({ marker }) => marker)
  expect([...places.keys()].toSorted()).toEqual(markers.toSorted())
})
