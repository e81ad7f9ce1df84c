import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { assert, nat, property, uint8Array } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENCODING_NAMES, ENCODINGS } from './encodings.ts'
import { scan } from './scan.ts'
import { createSearch } from './search.ts'
import { createSecretBook } from './secrets.ts'

const KEY = 'hp_test_q7Zr/9+w==Yb1<x>&"Kd2'
const NUMBER = '4929123456781234'

const book = createSecretBook()
book.add('the key', 'api key', KEY)
book.add('the card', 'card number', NUMBER)
book.add('the code', 'security code', '937')
book.add('the bytes', 'master key', Buffer.from('00ff8a61c3b2a199d0e1f20718293a4b', 'hex'))
const search = createSearch(book.all)

/** The findings in a text, by name and encoding; once each, since a compressor may store a part uncompressed. */
function found(text: string | Buffer): string[] {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text
  const document = { sink: 'log', name: 'a log', bytes } as const
  const all = scan(document, search).map(({ secret, encoding }) => `${secret}: ${encoding}`)
  return [...new Set(all)]
}

describe('a secret is found', () => {
  it.each(ENCODING_NAMES)('S-65: encoded as %s, whatever surrounds it', (encoding) => {
    const around = uint8Array({ maxLength: 40 })
    for (const { name, texts } of book.all)
      assert(
        property(around, around, nat(), (before, after, choice) => {
          const written = ENCODINGS[encoding](texts[0] ?? Buffer.of())
          const text = Buffer.from(written[choice % written.length] ?? '', 'latin1')
          const names = found(Buffer.concat([before, text, after]))
          expect(names.map((one) => one.split(':')[0])).toContain(name)
        }),
        { numRuns: 20 },
      )
  })

  it('in base64 at any alignment', () => {
    for (let before = 0; before < 9; before++)
      for (const form of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${'x'.repeat(before)}${KEY}, and more`).toString(form)
        expect(found(text)).toHaveLength(1)
      }
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('packed by %s in the middle of other bytes, and packed twice', (_name, pack) => {
    const packed = pack(Buffer.from(`{"apiKey":"${KEY}"}`))
    const noise = Buffer.from('\x1f\x8b\x08\x78\x9c', 'latin1')
    const among = Buffer.concat([noise, packed, noise])
    expect(found(among)).toEqual(['the key: plain'])
    expect(found(pack(packed))).toContain('the key: plain')
  })

  it.each([
    ['brotli', brotliCompressSync],
    ['raw deflate', deflateRawSync],
  ])('packed by %s', (_name, pack) => {
    expect(found(pack(Buffer.from(`{"apiKey":"${KEY}"}`)))).toEqual(['the key: plain'])
  })

  it('compressed and truncated', () => {
    const noise = Array.from({ length: 900 }, (_, at) => Math.imul(at, 0x9e3779b1)).join(' ')
    const packed = gzipSync(`${KEY} ${noise}`)
    expect(found(packed.subarray(0, packed.length - 200))).toEqual(['the key: plain'])
  })

  it.each([
    '4929 1234 5678 1234',
    '4929-1234-5678-1234',
    '4929%201234%205678%201234',
    '4929\u00a01234\u00a05678\u00a01234',
    '49291234 56781234',
    '4 9 2 9 1 2 3 4 5 6 7 8 1 2 3 4',
    Buffer.from('pay 4929 1234 5678 1234').toString('base64'),
    Buffer.from('4929-1234-5678-1234', 'utf16le').toString('latin1'),
  ])('as a card number in groups: %s', (text) => {
    expect(found(Buffer.from(text)).map((one) => one.split(':')[0])).toEqual(['the card'])
  })

  it.each([
    '{"securityCode":"937"}',
    String.raw`{"body":"{\"cvc\":\"937\"}"}`,
    'card-code=937&card-name=X',
    "securityCode: '937'",
    Buffer.from('{"number":"4","securityCode":"937"}').toString('base64'),
  ])('as a security code by its name: %s', (text) => {
    expect(found(text)).toHaveLength(1)
  })
})

describe('nothing is found', () => {
  it.each([
    ['what resembles it', KEY.slice(0, -1)],
    ['other numbers', '4929123456781235 4929 1234 5678 123'],
    ['a code without a name', '937, port 9371, {"amount":937}'],
    ['bytes that only look packed', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0x78, 0x9c, 1, 2, 3])],
    ['nothing', ''],
  ])('in %s', (_name, text) => {
    expect(found(text)).toEqual([])
  })
})

it("a finding gives its row and offset, and masks the document's name", () => {
  const bytes = Buffer.from(`one\ntwo ${KEY}\n`)
  expect(scan({ sink: 'log', name: 'a log', bytes }, search)).toEqual([
    {
      sink: 'log',
      document: 'a log',
      secret: 'the key',
      kind: 'api key',
      encoding: 'plain',
      packed: '',
      offset: 8,
      row: 2,
    },
  ])
  expect(book.mask(`GET /v1/${KEY}?card=4929 1234 5678 1234`)).toBe(
    'GET /v1/{the key}?card={the card}',
  )
})
