import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const here = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

const rows = here('README.md')
  .split('\n')
  .flatMap((row) => {
    const [, line, holds = '', shownBy = ''] =
      /^\| (S-\d+) [^|]+\|([^|]*)\|([^|]*)\|$/.exec(row) ?? []
    if (line === undefined) return []
    const files = [...shownBy.matchAll(/`([^`]+\.tsx?)`/g)].map(([, file]) => file ?? '')
    return [{ line, holds: holds.trim(), files }]
  })

describe('the table “What must hold”', () => {
  it('has each line once', () => {
    const lines = rows.map(({ line }) => line)
    expect(lines.length).toBeGreaterThan(70)
    expect(lines).toEqual([...new Set(lines)])
  })

  it.each(rows)(
    '$line is claimed with a test that carries its number',
    ({ line, holds, files }) => {
      for (const file of files) expect(here(file), file).toMatch(new RegExp(`${line}\\b`))
      if (holds.startsWith('yes')) expect(files).not.toEqual([])
    },
  )
})
