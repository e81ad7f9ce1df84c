import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'

const MAX = 64 * 1024

describe('S-20 S-21: the body of a call', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const valid = () => `{"merchantId":"${api.merchant.id}","amount":1}`
  const post = (body: BodyInit, headers: HeadersInit = { 'content-type': 'application/json' }) =>
    api.merchant.send('POST', '/v1/sessions', { body, headers, duplex: 'half' } as RequestInit)
  const padded = (bytes: number) => valid().padEnd(bytes, ' ')

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    ' application/json ',
  ])('may have the content type %s', async (type) => {
    expect((await post(valid(), { 'content-type': type })).as(Session).amount).toBe(1)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json, application/json',
    'application/json, text/plain',
    'application/jsonp',
    'application/ld+json',
    'text/json',
    'application/json; boundary=x',
    '',
  ])('must not have the content type %j', async (type) => {
    const problem = (await post(valid(), { 'content-type': type })).problem()
    expect(problem).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  it('must have a content type', async () => {
    const bytes = new TextEncoder().encode(valid())
    expect((await post(bytes, {})).problem().code).toBe('unsupported_media_type')
  })

  it('must not have two content types', async () => {
    const headers = new Headers({ 'content-type': 'application/json' })
    headers.append('content-type', 'application/json')
    expect((await post(valid(), headers)).problem().code).toBe('unsupported_media_type')
  })

  it.each(['gzip', 'deflate', 'br', 'identity'])('must not be encoded as %s', async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const body = encoding === 'gzip' ? gzipSync(valid()) : valid()
    expect((await post(body, headers)).problem().code).toBe('unsupported_media_type')
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>]>([
    ['text', 'hello'],
    ['half an object', '{"amount":1'],
    ['a comma too many', '{"amount":1,}'],
    ['single quotes', "{'amount':1}"],
    ['a comment', '{"amount":1/* one */}'],
    ['NaN', '{"amount":NaN}'],
    ['two documents', '{}{}'],
    ['spaces', '   '],
    ['a byte order mark', '\ufeff{}'],
    ['a raw NUL in a text', '{"description":"\u0000"}'],
    ['a raw line break in a text', '{"description":"\n"}'],
    ['a broken escape', '{"description":"\\u12"}'],
    ['an overlong encoding', new Uint8Array([0x22, 0xc0, 0x80, 0x22])],
    ['a cut-off character', new Uint8Array([0x22, 0xe2, 0x82, 0x22])],
    ['a surrogate in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['a million brackets', '['.repeat(60_000)],
  ])('must not be %s', async (_, body) => {
    expect((await post(body)).problem()).toMatchObject({ status: 400, code: 'malformed_json' })
  })

  it.each(['null', '[]', '"text"', '7', 'true', '[{}]'])(
    'must be an object, not %s',
    async (body) => {
      expect((await post(body)).problem()).toMatchObject({
        code: 'validation_failed',
        errors: [{ path: '', code: 'invalid_type' }],
      })
    },
  )

  it('may nest deeply, without effect', async () => {
    const deep = `{"merchantId":"${api.merchant.id}","amount":1,"metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`
    expect((await post(deep)).problem().errors?.map((error) => error.path)).toEqual(['metadata.a'])
  })

  it.each([
    '"amount":1,"amount":2',
    '"amount":1,"amount":1',
    '"amount":1,"\\u0061mount":2',
    '"amount":1,"metadata":{"a":"1","a":"2"}',
    '"amount":1,"lineItems":[{"name":"a","unitAmount":1,"quantity":1,"quantity":1}]',
  ])('must not repeat a field, as in %s', async (fields) => {
    const problem = (await post(`{"merchantId":"${api.merchant.id}",${fields}}`)).problem()
    expect(problem).toMatchObject({
      status: 400,
      code: 'malformed_json',
      detail: 'The body names a field twice in one object.',
    })
  })

  it.each([
    ['declared', true],
    ['in chunks', false],
  ])(
    'may have at most 64 KiB, %s; that of a session outside of its texts',
    async (_, isDeclared) => {
      const send = (text: string, path: string) => {
        const headers = new Headers({ 'content-type': 'application/json' })
        if (isDeclared) headers.set('content-length', String(text.length))
        const body = isDeclared ? text : inChunks(text)
        return api.merchant.send('POST', path, { body, headers, duplex: 'half' } as RequestInit)
      }
      const tooLarge = { status: 413, code: 'body_too_large' }
      const sessions = '/v1/sessions'
      const { id } = (await send(padded(MAX), sessions)).as(Session)
      const inTexts = 'merchantId'.length + 'amount'.length + api.merchant.id.length
      expect((await send(padded(MAX + inTexts), sessions)).as(Session).amount).toBe(1)
      expect((await send(padded(MAX + inTexts + 1), sessions)).problem()).toMatchObject(tooLarge)
      const cancel = `/v1/sessions/${id}/cancel`
      expect((await send('{}'.padEnd(MAX + 1, ' '), cancel)).problem()).toMatchObject(tooLarge)
      expect((await send('{}'.padEnd(MAX, ' '), cancel)).as(Session).status).toBe('canceled')
    },
  )

  it('is not read further once it is too large', async () => {
    for (const [path, bytesMax] of [
      ['/v1/sessions', LIMITS.sessionBodyBytesMax],
      ['/v1/sessions/cs_0350qmKLMuJ9K1lrKhvHIu/cancel', MAX],
    ] as const) {
      let sent = 0
      const chunk = new Uint8Array(16 * 1024).fill(32)
      const body = new ReadableStream({
        pull(controller) {
          sent += 1
          controller.enqueue(chunk)
        },
      })
      const headers = { 'content-type': 'application/json' }
      const init = { body, headers, duplex: 'half' } as RequestInit
      const refused = (await api.merchant.send('POST', path, init)).problem()
      expect(refused.code).toBe('body_too_large')
      expect(sent).toBeLessThan(bytesMax / chunk.length + 6)
    }
  })

  it('is refused by its declared length before it is read', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '1000000000' }
    const never = new ReadableStream({ pull: () => new Promise(() => {}) })
    expect((await post(never, headers)).problem().code).toBe('body_too_large')
  })

  it('counts as {} when it is absent', async () => {
    const problem = (await api.merchant.send('POST', '/v1/sessions')).problem()
    expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['merchantId', 'required'],
      ['amount', 'required'],
    ])
  })
})

function inChunks(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text)
  let offset = 0
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(offset, (offset += 10_000)))
    },
  })
}
