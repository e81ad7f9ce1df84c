import { describe, expect, it } from 'vitest'
import { readSecurityDoc, readSource } from './sources.ts'

const rows = readSecurityDoc('promises.md')
  .split('\n')
  .flatMap((row) => {
    const [, line, holds = '', shownBy = ''] =
      /^\| ([RS]-\d+) [^|]+\|([^|]*)\|([^|]*)\|$/.exec(row) ?? []
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

  it.each(rows)('$line: its tests carry its number', ({ line, files }) => {
    const number = new RegExp(`${line}\\b`)
    expect(files.filter((file) => !number.test(readSource(file)))).toEqual([])
  })

  it.each(rows.filter(({ holds }) => holds.startsWith('yes')))('$line: a test shows it', (row) => {
    expect(row.files).not.toEqual([])
  })
})
