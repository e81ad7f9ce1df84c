import type { Dice } from '../shared/dice.ts'

/** Raw text: not everything that is sent is valid JSON. */
export interface SpoiledBody {
  kind: string
  text: string | Uint8Array
}

const DEPTH = 10_000
const LONG = 5000
const HUGE = 70_000
const MARK = '\u2402here\u2402'

const OTHER_TYPES = ['null', 'true', '0', '-1', '""', '[]', '{}', '[null]', '[{}]', '[[]]']
const NUMBERS =
  '-0 0.1 1e21 1e309 -1e309 5e-324 2147483648 9007199254740993 -9223372036854775808 1E2'
const STRINGS = [
  String.raw`"\u0000"`,
  String.raw`"\ud800"`,
  String.raw`"x\udfffx"`,
  String.raw`"\u202e\ufeff"`,
  String.raw`"\r\nSet-Cookie: a=b"`,
  `"' or 1=1 --"`,
  String.raw`"\"; drop table sessions; --"`,
  '"$$; abort; $$"',
  '"*)(uid=*))(|(uid=*"',
  '"{\\"$gt\\":\\"\\"}"',
  '"${7*7}{{7*7}}<%= 7*7 %>"',
  '"<svg onload=alert(1)>"',
  '"../../../etc/passwd"',
  '"http://169.254.169.254/latest/meta-data"',
  '"2026-02-30T00:00:00Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"NaN"',
  `"${'x'.repeat(LONG)}"`,
  `"${'𝕏'.repeat(LONG / 10)}"`,
]
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'added', '', '\u0000', '$where']
const BROKEN = ['NaN', 'undefined', '01', "'x'", '{a:1}', '[1,]', '"\t"', String.raw`"\x"`, '/**/1']
const WHOLE = ['null', '[]', '""', '1', 'true', ' ', '{', '{}{}', '{"a":}', '\ufeff{}']

/** A valid body with one mutation, which may still be valid. */
export function spoilBody(dice: Dice, good: unknown): SpoiledBody {
  return dice.pick(KINDS)(dice, good)
}

const KINDS: readonly ((dice: Dice, good: unknown) => SpoiledBody)[] = [
  (dice, good) => replaced(dice, good, 'another type', dice.pick(OTHER_TYPES)),
  (dice, good) => replaced(dice, good, 'number', dice.pick(NUMBERS.split(' '))),
  (dice, good) => replaced(dice, good, 'string', dice.pick(STRINGS)),
  (dice, good) => replaced(dice, good, 'no JSON within', dice.pick(BROKEN)),
  (dice, good) => replaced(dice, good, 'deep', '['.repeat(DEPTH) + ']'.repeat(DEPTH)),
  (dice, good) => added(dice, good, 'unknown field', JSON.stringify(dice.pick(NAMES)), '1'),
  (dice, good) => added(dice, good, 'prototype', '"__proto__"', '{"amount":1,"isAdmin":true}'),
  missing,
  twice,
  (dice) => ({ kind: 'another whole', text: dice.pick(WHOLE) }),
  (dice, good) => ({ kind: 'cut', text: cut(dice, JSON.stringify(good)) }),
  (dice, good) => replaced(dice, good, 'huge', `"${'x'.repeat(HUGE)}"`),
  (dice, good) => ({ kind: 'invalid UTF-8', text: notUtf8(replaced(dice, good, '', `"${MARK}"`)) }),
]

type Place = [holder: Record<string, unknown>, name: string]

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name): Place[] => [[holder, name], ...placesIn(holder[name])])
}

function replaced(dice: Dice, good: unknown, kind: string, raw: string): SpoiledBody {
  const body = structuredClone({ whole: good })
  const [holder, name] = dice.pick(placesIn(body))
  holder[name] = MARK
  return { kind, text: JSON.stringify(body.whole).replace(JSON.stringify(MARK), () => raw) }
}

/** Adds a field to an object of the body. */
function added(dice: Dice, good: unknown, kind: string, name: string, raw: string): SpoiledBody {
  const text = JSON.stringify(good)
  const starts = [...text.matchAll(/\{/g)].map(({ index }) => index)
  if (starts.length === 0) return { kind, text: `{${name}:${raw}}` }
  const start = dice.pick(starts) + 1
  const comma = text[start] === '}' ? '' : ','
  return { kind, text: `${text.slice(0, start)}${name}:${raw}${comma}${text.slice(start)}` }
}

function missing(dice: Dice, good: unknown): SpoiledBody {
  const body = structuredClone(good)
  const places = placesIn(body)
  if (places.length > 0) {
    const [holder, name] = dice.pick(places)
    delete holder[name]
  }
  return { kind: 'missing', text: JSON.stringify(body) }
}

/** Duplicates a name in an object, with two values. */
function twice(dice: Dice, good: unknown): SpoiledBody {
  const names = Object.keys(Object(good) as object)
  const name = names.length === 0 ? 'a' : dice.pick(names)
  return added(dice, good, 'duplicate key', JSON.stringify(name), dice.pick(OTHER_TYPES))
}

function cut(dice: Dice, text: string): string {
  return text.slice(0, 1 + dice.below(text.length))
}

function notUtf8({ text }: SpoiledBody): Uint8Array {
  const [before = '', after = ''] = String(text).split(MARK)
  return Buffer.concat([Buffer.from(before), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(after)])
}
