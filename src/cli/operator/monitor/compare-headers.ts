import type { Difference } from './finding.ts'

/** What the way to us may add or change, and what is another with each answer: none of it says what a page may do. */
const OF_THE_WAY = [
  'age',
  'alt-svc',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'etag',
  'keep-alive',
  'last-modified',
  'server',
  'transfer-encoding',
  'via',
  'x-request-id',
]

/**
 * Holds the headers of an answer against those that it should have: one more is as bad as one less, since a header can
 * allow, run or keep something, too. `allowed` are more names that the operator's own proxy may add.
 */
export function compareHeaders(
  expected: Headers,
  found: Headers,
  allowed: readonly string[],
): Difference[] {
  const names = new Set([...expected.keys(), ...found.keys()])
  return [...names].flatMap((name) => {
    if (OF_THE_WAY.includes(name) || (allowed.includes(name) && !expected.has(name))) return []
    const [wanted, got] = [expected.get(name), found.get(name)]
    if (wanted === got || (name === 'vary' && hasAll(got ?? '', wanted ?? ''))) return []
    return [{ what: `header ${name}`, expected: wanted, found: got }]
  })
}

/** Who stands before us may vary an answer by more. */
function hasAll(found: string, expected: string): boolean {
  const names = (text: string) => text.toLowerCase().split(/[\s,]+/)
  return expected === '' || names(expected).every((name) => names(found).includes(name))
}
