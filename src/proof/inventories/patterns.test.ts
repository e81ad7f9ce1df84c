import { check } from 'recheck'
import { describe, expect, it } from 'vitest'
import { readPatterns } from '../testing/read-patterns.ts'
import { compareNames, readSources } from './exported-names.ts'
import { listServedSources, readSource } from './sources.ts'

const patterns = listServedSources()
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) =>
    readPatterns(path, readSource(path)).map((pattern) => ({
      path,
      pattern,
    })),
  )

const literals = new Map(
  patterns.flatMap(({ path, pattern }) =>
    pattern.kind === 'literal'
      ? [[`/${pattern.source}/${pattern.flags}`, { path, ...pattern }] as const]
      : [],
  ),
)

/** Judges a pattern. On a busy machine a proof may not end in time, so it is repeated once with more time. */
async function judge(source: string, flags: string): Promise<string> {
  const { status } = await check(source, flags, { timeout: 20_000 })
  return status === 'safe'
    ? status
    : (await check(source, flags, { timeout: 120_000, checker: 'automaton' })).status
}

describe('S-29: no regular expression backtracks for long (ReDoS)', () => {
  it('finds the patterns of the product', () => {
    expect(literals.size).toBeGreaterThan(150)
  })

  it('each is proven safe', async () => {
    const slow: string[] = []
    for (const [pattern, { path, source, flags }] of literals) {
      const status = await judge(source, flags)
      if (status !== 'safe') slow.push(`${path}: ${pattern} is ${status}`)
    }
    expect(slow).toEqual([])
  }, 900_000)

  // An assembled one is reviewed by hand: its parts are counts, lists of words, or sentences of the page.
  it('few are assembled at runtime', () => {
    const assembled = patterns.filter(({ pattern }) => pattern.kind === 'assembled')
    const places = new Set(assembled.map(({ path }) => path))
    const found = readSources().filter(({ path }) => places.has(path))
    const reviewed = [
      'createPaymentRoutes',
      'readPreviewReference',
      'SessionId',
      'apiKeyPattern',
      'idPattern',
      'sentence',
    ]
    expect(found).toHaveLength(places.size)
    expect(compareNames(reviewed, found)).toEqual({ unlisted: [], gone: [] })
  })

  it.each([
    ['(a+)+$', 'vulnerable'],
    ['\\/+$', 'vulnerable'],
    ['(?<!\\/)\\/+$', 'safe'],
  ])('%s is judged %s', async (source, expected) => {
    expect((await check(source, '', { timeout: 20_000 })).status).toBe(expected)
  })
})
