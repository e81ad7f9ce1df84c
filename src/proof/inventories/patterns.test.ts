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

/** Counted steps end the search for an attack. Its limits of time would say how busy the machine is. */
const BY_STEPS = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
}

async function judge(source: string, flags: string): Promise<string> {
  return (await check(source, flags, BY_STEPS)).status
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
    ['(?<!b)(?:a|a)*$', 'vulnerable'],
  ])('%s is judged %s', async (source, expected) => {
    expect(await judge(source, '')).toBe(expected)
  })
})
