import { describe, expect, it } from 'vitest'
import { findProofs, readSecurityDoc, readSource } from './sources.ts'

const proofs = findProofs()

const rows = readSecurityDoc('promises.md')
  .split('\n')
  .flatMap((row) => {
    const [, line, holds = '', shownBy = ''] =
      /^\| ([FRSX]-\d+) [^|]+\|([^|]*)\|([^|]*)\|$/.exec(row) ?? []
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
    for (const [file, named] of Map.groupBy(files, (name) => name)) {
      const carrying = proofs.get(file)?.filter((path) => number.test(readSource(path))) ?? []
      // Several of this name are named as often.
      expect([file, carrying.length >= named.length]).toEqual([file, true])
    }
  })

  it.each(rows.filter(({ holds }) => holds.startsWith('yes')))('$line: a test shows it', (row) => {
    expect(row.files).not.toEqual([])
  })
})
