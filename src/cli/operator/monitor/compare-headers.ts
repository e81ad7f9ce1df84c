import type { Difference } from './finding.ts'

/** Headers that proxies may add or change, or that differ per response. None affects what a page may do. */
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
 * Compares the headers of a response with the expected ones. Additional headers are findings too, since a header can
 * allow, run or store something. `allowed`: names of headers that the operator's proxy may add.
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

/** Whether all expected names are found: a proxy may add names to the header Vary. */
function hasAll(found: string, expected: string): boolean {
  const names = (text: string) => text.toLowerCase().split(/[\s,]+/)
  return expected === '' || names(expected).every((name) => names(found).includes(name))
}
