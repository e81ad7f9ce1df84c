import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSource, SRC } from './sources.ts'

const WINGS = readdirSync(SRC, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const ROWS_MAX = 10
const LINES_MAX = { 'README.md': 45, '../README.md': 150 }

function rowsOf(readme: string): string[] {
  const [, ...rows] = readSource(readme)
    .split('\n')
    .filter((line) => /^\| (?!-)/.test(line))
  return rows
}

describe('the READMEs', () => {
  it.each(WINGS)('%s has one of at most ten rows', (wing) => {
    const rows = rowsOf(`${wing}/README.md`)
    expect(rows).not.toEqual([])
    expect(rows.length).toBeLessThanOrEqual(ROWS_MAX)
  })

  it.each(['README.md', ...WINGS.map((wing) => `${wing}/README.md`)])(
    '%s names only places that exist',
    (readme) => {
      const places = [...readSource(readme).matchAll(/`([\w./-]+(?:\/|\.tsx?))`/g)]
        .map(([, place = '']) => place)
        .filter((place) => !place.startsWith('docs/') && place !== 'e2e/')
      const isThere = (place: string) => existsSync(join(SRC, dirname(readme), place))
      expect(places.filter((place) => !isThere(place))).toEqual([])
    },
  )

  it.each(Object.entries(LINES_MAX))('%s is a screen of at most %i lines', (readme, linesMax) => {
    expect(readSource(readme).split('\n').length).toBeLessThanOrEqual(linesMax)
  })
})
