import { assert, constantFrom, dictionary, jsonValue, oneof, property, string } from 'fast-check'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { boundLine, createLog } from './log.ts'

const BYTES_MAX = 4096

/** Collects what a logger writes. */
function logged(fields: object, message: string): string {
  let text = ''
  const options = { base: null, timestamp: pino.stdTimeFunctions.isoTime }
  pino(options, { write: (line: string) => (text += boundLine(line)) }).info(fields, message)
  return text
}

const hostile = oneof(
  string({ unit: 'binary' }),
  constantFrom(
    'a\r\n{"level":50,"msg":"forged"}',
    '\u001b[2J\u001b[31m',
    '\u009b2J',
    'a\u2028b\u2029c',
    '\u202etxt.exe',
    'é€😀'.repeat(3000),
    '\u0000'.repeat(5000),
  ),
)

// tests guard: redacted-headers

describe('S-103: a line of the log', () => {
  it('is one line of JSON of at most 4 KiB without terminal escapes, for any record', () => {
    assert(
      property(dictionary(hostile, jsonValue()), hostile, hostile, (more, one, message) => {
        const line = logged({ one, more, err: new Error(message, { cause: one }) }, message)
        expect(line.endsWith('\n')).toBe(true)
        const text = line.slice(0, -1)
        // eslint-disable-next-line no-control-regex -- they are what must not be there
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/)
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(BYTES_MAX)
        expect(JSON.parse(text)).toMatchObject({ level: 30 })
      }),
    )
  })

  it('is unchanged if it fits, and else marked as cut', () => {
    const short = logged({ requestId: 'req_1' }, 'São João')
    expect(JSON.parse(short)).toMatchObject({ requestId: 'req_1', msg: 'São João' })
    expect(short).not.toContain('"cut"')
    const long = JSON.parse(logged({ url: 'x'.repeat(10_000), id: 'evt_1' }, 'tried')) as object
    expect(long).toMatchObject({ id: 'evt_1', msg: 'tried', cut: true })
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`k${index}`, index]),
    )
    expect(JSON.parse(logged(many, 'many'))).toMatchObject({ level: 30, msg: 'many', cut: true })
  })
})

it('S-09: neither key nor cookie is written with the headers of a request', () => {
  let text = ''
  const log = createLog('info', { write: (line) => void (text += line) })
  const secrets = { 'x-api-key': 'sk_secret', authorization: 'Bearer sk_secret', cookie: 'secret' }
  const headers = { ...secrets, accept: 'text/html' }
  log.info({ headers, request: { headers } }, 'a request')
  expect(text).not.toContain('secret')
  expect(text.match(/text\/html/g)).toHaveLength(2)
})

it('writes fields of the moment into each record', () => {
  let text = ''
  let traceId = 'a'
  const log = createLog('info', { write: (line) => void (text += line) }, () => ({ traceId }))
  log.info('one')
  traceId = 'b'
  log.child({ part: 'api' }).info({ requestId: 'req_1' }, 'two')
  const [one, two] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(one).toMatchObject({ msg: 'one', traceId: 'a' })
  expect(two).toMatchObject({ msg: 'two', traceId: 'b', part: 'api', requestId: 'req_1' })
})
