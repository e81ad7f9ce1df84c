import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { outputPaths, pathsIn } from '../../build/paths.ts'
import { createPartsCompressor, type PartsCompressor } from './compress-document.ts'
import { encodePart } from './encode-part.ts'
import { type DocumentParts, joinParts, START_BYTES_MAX } from './document-parts.ts'
import { SPACES_BEFORE, SPACES_WRITTEN } from './reset-distances.ts'

const RUNS = 60
const { css } = JSON.parse(
  await readFile(pathsIn(outputPaths('production').root).record, 'utf8'),
) as {
  css: string
}
const PARTS: DocumentParts = {
  start: '<!doctype html>\n<html lang="en">\n<title>Pay R$ 100.00 · Loja</title>\n',
  head: `<style>${css}</style>`,
  page: `</head>\n<body>${'<p class="label">a line of the page</p>'.repeat(200)}`,
  words: `"words":{${'"pay.button":"Pay {amount}",'.repeat(100)}"end":""}}</script>`,
}

/**
 * As the first bytes of a part, these texts would reveal last distances, or a place of the dictionary, that an encoder
 * has and a decoder does not.
 */
const TELLING = [
  'x'.repeat(60),
  'abcd'.repeat(20),
  'abcdefghijk'.repeat(8),
  'abcdefghijklmno'.repeat(8),
  ' '.repeat(90),
  'the government of the United States, information about international development',
  ' class="description" title="navigation" href="https://www.',
  'обслуживание международных организаций',
]

async function open(parts = PARTS) {
  const onBroken = vi.fn<() => void>()
  const compressor = createPartsCompressor(parts.head, onBroken)
  await compressor.prepare(parts)
  return { onBroken, ...compressor }
}

async function read({ compress }: Pick<PartsCompressor, 'compress'>, parts: DocumentParts) {
  const stream = await compress(parts)
  return stream && brotliDecompressSync(stream).toString()
}

describe('a document that is compressed in parts', () => {
  it.each(TELLING)('reads as its text where a part begins with %j', async (telling) => {
    const words = telling + PARTS.words
    const parts = { ...PARTS, head: telling + PARTS.head, page: telling + PARTS.page, words }
    const opened = await open(parts)
    expect(await read(opened, parts)).toBe(joinParts(parts))
    expect(opened.onBroken).not.toHaveBeenCalled()
  })

  it('reads as its text, whatever its own parts are', async () => {
    const opened = await open()
    const some = fc.oneof(
      fc.constantFrom(...TELLING),
      fc.string({ unit: 'grapheme' }).map(withoutZeros),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(some), some, async (page, start) => {
        const parts = {
          ...PARTS,
          start: PARTS.start + start.slice(0, 100),
          page: page.join('') + PARTS.page,
        }
        expect((await read(opened, parts)) === joinParts(parts)).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  it.each([
    ['before the words are prepared', { words: '"other":1}' }],
    ['whose start is longer than its place', { start: 'x'.repeat(START_BYTES_MAX + 1) }],
    [
      'with zeros, which stand before a part for its encoder',
      { page: '\0'.repeat(8) + PARTS.page },
    ],
    ['whose words would come too early', { page: '' }],
    ['of another head', { head: '' }],
    ['that would not fit the first window of TCP', { page: incompressible() }],
  ])('is none %s', async (_, changes) => {
    const { compress, onBroken } = await open()
    expect(await compress(PARTS)).toBeDefined()
    expect(await compress({ ...PARTS, ...changes })).toBeUndefined()
    expect(onBroken).not.toHaveBeenCalled()
  })

  it('is none when it does not read as its text, and no other is put together from then on', async () => {
    const onBroken = vi.fn<() => void>()
    let isWrong = false
    const compressor = createPartsCompressor(PARTS.head, onBroken, async (text, place) =>
      encodePart(isWrong ? text.map((byte) => byte ^ 1) : text, place),
    )
    await compressor.prepare(PARTS)
    expect(await compressor.compress(PARTS)).toBeDefined()
    isWrong = true
    expect(await compressor.compress(PARTS)).toBeUndefined()
    expect(onBroken).toHaveBeenCalledOnce()
    isWrong = false
    expect(await compressor.compress(PARTS)).toBeUndefined()
    expect(onBroken).toHaveBeenCalledOnce()
  })

  it('prepares words that are new, for the next document', async () => {
    const { compress } = await open()
    const parts = { ...PARTS, words: '"other":1}' }
    expect(await compress(parts)).toBeUndefined()
    await expect.poll(() => compress(parts)).toBeDefined()
  })

  it('has spaces between its parts, which a decoder counts', () => {
    expect(SPACES_BEFORE).toBeGreaterThan(15)
    const joined = joinParts(PARTS)
    const joint = ' '.repeat(SPACES_BEFORE + SPACES_WRITTEN)
    expect(joined.split(joint + PARTS.head + joint)).toHaveLength(2)
  })
})

const withoutZeros = (text: string) => text.replaceAll('\0', '')

/** 40 KB of text that brotli cannot compress to 14 KB. */
function incompressible(): string {
  let state = 1
  return Array.from({ length: 40_000 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return String.fromCodePoint(33 + (state % 90))
  }).join('')
}
