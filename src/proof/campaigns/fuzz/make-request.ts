import type { DocumentedCall, Parameter } from './document.ts'
import { asFilter, drawValue, type Drawing } from './draw-value.ts'
import { queryText } from './query.ts'
import { spoilBody } from './spoil-body.ts'

export interface FuzzRequest {
  /** The intended call; a mutation may have turned the request into another call. */
  call: DocumentedCall
  /** The mutation. */
  kind: string
  method: string
  /** The path with its query. */
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

/** Keys of the caller. */
export type Keys = Record<string, string | undefined>

const SENDS_OPTIONAL = 0.3
const TAKES_EXAMPLE = 0.7
const VARIES_EXAMPLE = 0.15

/** A valid request by the document; its body is drawn where none is given. */
export function makeRequest(
  drawing: Drawing,
  keys: Keys,
  call: DocumentedCall,
  given?: object,
): FuzzRequest {
  const { dice } = drawing.source
  const sent = call.parameters.filter(({ required }) => required || dice.chance(SENDS_OPTIONAL))
  const drawn = sent
    .filter(({ in: place }) => place !== 'query')
    .map((parameter) => ({ ...parameter, text: drawText(drawing, parameter) }))
  const query = sent
    .filter(({ in: place }) => place === 'query')
    .map(({ name, schema }) => ({ name, value: drawValue(drawing, schema, asFilter(name)) }))
  const key = keys[call.keyKind ?? '']
  const made = () => (given ? withKnownIds(drawing, given) : drawBody(drawing, call))
  const body = call.body && JSON.stringify(made())
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(drawn.find((one) => one.in === 'path' && one.name === name)?.text ?? ''),
  )
  return {
    call,
    kind: 'as documented',
    method: call.method,
    path: query.length === 0 ? path : `${path}?${queryText(query)}`,
    headers: {
      ...(key !== undefined && { 'X-Api-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(
        drawn.filter(({ in: place }) => place === 'header').map(({ name, text }) => [name, text]),
      ),
    },
    body,
  }
}

/** The same request with one mutation. */
export function spoilRequest(drawing: Drawing, good: FuzzRequest): FuzzRequest {
  const { dice } = drawing.source
  const ways: (readonly [number, (drawing: Drawing, good: FuzzRequest) => FuzzRequest])[] = [
    [good.body === undefined ? 0 : 12, withOtherBody],
    [good.body === undefined ? 0 : 2, withOtherMediaType],
    [2, withStrangeHeader],
    [2, withOtherKey],
    [3, atOtherPath],
    [2, byOtherMethod],
    [good.method === 'GET' ? 6 : 1, withOtherQuery],
  ]
  return dice.weigh(ways)(drawing, good)
}

/** A parameter of the path or a header. */
function drawText(drawing: Drawing, { schema, name, in: place }: Parameter): string {
  const text = String(drawValue(drawing, schema, name)).toWellFormed()
  // A header cannot carry other characters.
  return place === 'header' ? text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '') : text
}

function drawBody(drawing: Drawing, { body = {}, examples }: DocumentedCall): unknown {
  const { dice } = drawing.source
  if (examples.length === 0 || !dice.chance(TAKES_EXAMPLE)) return drawValue(drawing, body)
  // The document's example with the caller's ids, and at times another field value.
  const example = withKnownIds(drawing, dice.pick(examples))
  const fields = Object.entries(drawing.document.resolve(body).properties ?? {})
    .filter(() => dice.chance(VARIES_EXAMPLE))
    .map(([name, field]) => [name, drawValue(drawing, field, name)])
  return { ...example, ...Object.fromEntries(fields) }
}

function withKnownIds({ source: { dice }, known }: Drawing, example: unknown): object {
  return JSON.parse(JSON.stringify(example), (name, value: unknown) => {
    if (typeof value !== 'string') return value
    const named = known.named(name)
    const fitting = named.length > 0 ? named : known.like(value)
    return fitting.length === 0 ? value : dice.pick(fitting)
  }) as object
}

function withOtherBody({ source }: Drawing, good: FuzzRequest): FuzzRequest {
  const { kind, text } = spoilBody(source.dice, JSON.parse(String(good.body)))
  return { ...good, kind: `body: ${kind}`, body: text }
}

const MEDIA_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=UTF-8',
  'APPLICATION/JSON',
  'application/jsonp',
  'application/problem+json',
  'x',
  '',
]

function withOtherMediaType({ source }: Drawing, good: FuzzRequest): FuzzRequest {
  const { dice } = source
  if (dice.chance(0.2))
    return withHeader(good, 'media type', 'Content-Encoding', dice.pick(['gzip', 'identity', 'br']))
  return withHeader(good, 'media type', 'Content-Type', dice.pick(MEDIA_TYPES))
}

const HEADER_NAMES = [
  'Idempotency-Key',
  'X-Request-Id',
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cookie',
  'Origin',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-HTTP-Method-Override',
  'Range',
  'If-None-Match',
  '__proto__',
]
const HEADER_VALUES = [
  '',
  ' ',
  '*',
  'null',
  'DELETE',
  'bytes=0-1',
  "' or 1=1 --",
  '${7*7}',
  '../../etc/passwd',
  '\u00ff\u00fe',
  'a\tb',
  '"'.repeat(20),
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(20_000),
]

function withStrangeHeader({ source: { dice } }: Drawing, good: FuzzRequest): FuzzRequest {
  return withHeader(good, 'header', dice.pick(HEADER_NAMES), dice.pick(HEADER_VALUES))
}

function withOtherKey({ source: { dice }, known }: Drawing, good: FuzzRequest): FuzzRequest {
  const key = good.headers['X-Api-Key'] ?? ''
  const others = known.named('X-Api-Key').map(String)
  const changed = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
  const live = key.replace('_test_', '_live_')
  const choices = ['', 'x', changed, live, key.toUpperCase(), `${key}x`, ` ${key}`, ...others]
  return withHeader(good, 'key', 'X-Api-Key', dice.pick(choices))
}

const ENDINGS = [
  '/',
  '//',
  '/x',
  '%00',
  '%2f',
  '%ff',
  '%',
  ';a=b',
  '.json',
  '/..',
  '%0d%0aA:b',
  "'",
]

function atOtherPath({ source: { dice } }: Drawing, good: FuzzRequest): FuzzRequest {
  const [path = '', query] = good.path.split('?')
  const parts = path.split('/')
  const at = 1 + dice.below(parts.length - 1)
  const part = parts[at] ?? ''
  const other = dice.pick([
    part + dice.pick(ENDINGS),
    part.toUpperCase(),
    `%${part.charCodeAt(0).toString(16)}${part.slice(1)}`,
    '__proto__',
    '',
    'x'.repeat(3000),
    encodeURIComponent("' or 1=1 --"),
  ])
  const changed = parts.with(at, other).join('/')
  return { ...good, kind: 'path', path: query === undefined ? changed : `${changed}?${query}` }
}

function byOtherMethod({ source: { dice } }: Drawing, good: FuzzRequest): FuzzRequest {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'post']
  const method = dice.pick(methods.filter((other) => other !== good.method))
  const hasNone = method === 'GET' || method === 'HEAD'
  return { ...good, kind: 'method', method, body: hasNone ? undefined : good.body }
}

const QUERY_VALUES = [
  '',
  '0',
  '-1',
  '1e3',
  '0x10',
  ' 1',
  '1.5',
  'NaN',
  '99999999999999999999',
  'true',
]
const QUERY_STRANGE = ['\u0000', '\ufffd', "' or 1=1 --", '[]', '{"$gt":""}', 'x'.repeat(5000), '%']
const QUERY_NAMES = [
  'added',
  '__proto__',
  'limit[]',
  'metadata',
  'metadata[]',
  'metadata[a][b]',
  'metadata[__proto__]',
  'constructor',
  '',
  "'",
]

function withOtherQuery({ source: { dice } }: Drawing, good: FuzzRequest): FuzzRequest {
  const names = good.call.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const name = dice.pick([...names, ...names, ...QUERY_NAMES])
  const added = queryText([{ name, value: dice.pick([...QUERY_VALUES, ...QUERY_STRANGE]) }])
  return {
    ...good,
    kind: 'query',
    path: `${good.path}${good.path.includes('?') ? '&' : '?'}${added}`,
  }
}

function withHeader(good: FuzzRequest, kind: string, name: string, value: string): FuzzRequest {
  return { ...good, kind, headers: { ...good.headers, [name]: value } }
}
