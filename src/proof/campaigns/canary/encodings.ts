/** An encoding: bytes to texts of one character per byte. */
type Write = (bytes: Buffer) => readonly string[]

const latin1 = (bytes: Buffer): string => bytes.toString('latin1')

function eachByte(bytes: Buffer, write: (byte: number) => string, between = ''): string {
  return Array.from(bytes, write).join(between)
}

const hexOf = (byte: number): string => byte.toString(16).padStart(2, '0')
const upperHexOf = (byte: number): string => hexOf(byte).toUpperCase()

/** Leading base64 characters that also hold bits of preceding bytes, by the number of those bytes modulo 3. */
const CHARACTERS_BEFORE = [0, 2, 3] as const

/** The base64 characters that depend on our bytes alone, for each of the three alignments. */
function base64Cores(bytes: Buffer): string[] {
  return CHARACTERS_BEFORE.map((skipped, before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(skipped, Math.floor(((before + bytes.length) * 8) / 6))
  })
}

function percented(text: string): string {
  return text.replaceAll(/[^\w.!~*'()-]/g, (one) => `%${upperHexOf(one.charCodeAt(0))}`)
}

const allPercented: Write = (bytes) => [
  eachByte(bytes, (byte) => `%${upperHexOf(byte)}`),
  eachByte(bytes, (byte) => `%${hexOf(byte)}`),
]

/** Encodings in which a leaked secret is recognized. */
export const ENCODINGS = {
  plain: (bytes) => [latin1(bytes)],
  base64: base64Cores,
  base64url: (bytes) =>
    base64Cores(bytes).map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  hex: (bytes) => [eachByte(bytes, hexOf), eachByte(bytes, upperHexOf)],
  /** The format of Node and of debuggers. */
  'hex apart': (bytes) => [eachByte(bytes, hexOf, ' '), eachByte(bytes, hexOf, ':')],
  /** The format of a Buffer in JSON. */
  decimals: (bytes) => [eachByte(bytes, String, ','), eachByte(bytes, String, ', ')],
  url: (bytes) => [percented(latin1(bytes)), ...allPercented(bytes)],
  'double url': (bytes) => [
    percented(percented(latin1(bytes))),
    ...allPercented(bytes).map(percented),
  ],
  json: (bytes) => [
    JSON.stringify(latin1(bytes)).slice(1, -1),
    latin1(bytes).replaceAll('/', String.raw`\/`),
    eachByte(bytes, (byte) => String.raw`\u00${hexOf(byte)}`),
    eachByte(bytes, (byte) => String.raw`\u00${upperHexOf(byte)}`),
  ],
  /** A JSON string inside a JSON string. */
  'double json': (bytes) => [
    JSON.stringify(JSON.stringify(latin1(bytes))).slice(3, -3),
    eachByte(bytes, (byte) => String.raw`\\u00${hexOf(byte)}`),
  ],
  'utf-16le': (bytes) => [eachByte(bytes, (byte) => `${String.fromCharCode(byte)}\0`)],
  'utf-16be': (bytes) => [eachByte(bytes, (byte) => `\0${String.fromCharCode(byte)}`)],
  reversed: (bytes) => [latin1(Buffer.from(bytes.toReversed()))],
  'html entities': (bytes) => [
    latin1(bytes).replaceAll(/[^\w .:-]/g, (one) => `&#${one.charCodeAt(0)};`),
    latin1(bytes)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
    eachByte(bytes, (byte) => `&#${byte};`),
    eachByte(bytes, (byte) => `&#x${hexOf(byte)};`),
    eachByte(bytes, (byte) => `&#x${upperHexOf(byte)};`),
  ],
  'quoted-printable': (bytes) => [
    latin1(bytes).replaceAll('=', '=3D'),
    eachByte(bytes, (byte) => `=${upperHexOf(byte)}`),
  ],
} as const satisfies Record<string, Write>

export type Encoding = keyof typeof ENCODINGS
export const ENCODING_NAMES = Object.keys(ENCODINGS) as Encoding[]

/** Every encoding of these bytes; equal texts once. */
export function writingsOf(bytes: Buffer): Map<string, Encoding> {
  const written = new Map<string, Encoding>()
  for (const encoding of ENCODING_NAMES)
    for (const text of ENCODINGS[encoding](bytes))
      if (!written.has(text)) written.set(text, encoding)
  return written
}
