import { describe, expect, it } from 'vitest'
import { joinRequest, readRequest } from './read-request.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const HEAD = ['POST /webhooks HTTP/1.1', 'Host: localhost:3000', 'Webhook-Id: evt_1', 'X-A: b:c']
const read = (text: string) => readRequest(encode(text))

describe('a request as HTTP writes it', () => {
  it.each(['\r\n', '\n'])('is read with line ends %j', (end) => {
    expect(read([...HEAD, '', '{"a":1}'].join(end))).toEqual({
      headers: { host: 'localhost:3000', 'webhook-id': 'evt_1', 'x-a': 'b:c' },
      body: encode('{"a":1}'),
      notes: [],
    })
  })

  it('keeps the bytes of its body', () => {
    const body = Uint8Array.from([0xff, 13, 10, 13, 10, 0])
    const bytes = Uint8Array.from([...encode('A: b\r\n\r\n'), ...body])
    expect(readRequest(bytes)?.body).toEqual(body)
  })

  it('is cut at Content-Length when only a line break follows', () => {
    const saved = (rest: string) => read(`Content-Length: 7\n\n{"a":1}${rest}`)
    expect(saved('\n')).toMatchObject({ body: encode('{"a":1}'), notes: [] })
    expect(saved('x')).toMatchObject({
      body: encode('{"a":1}x'),
      notes: ['Content-Length says 7 bytes, the body has 8.'],
    })
    expect(read('Content-Length: 9\n\n{"a":1}')?.notes).toHaveLength(1)
    expect(read('Content-Length: x\n\n{"a":1}')?.notes).toEqual([])
  })

  it('is undefined without an empty line', () => {
    expect(read('{"a":1}')).toBeUndefined()
    expect(read('Webhook-Id: evt_1\n{"a":1}')).toBeUndefined()
  })
})

describe('headers', () => {
  const headersOf = (text: string) => joinRequest(text, new Uint8Array()).headers

  it.each([
    ['lines', 'webhook-id: evt_1\nwebhook-signature: v1,a v1,b'],
    ['lines of curl', '> Webhook-Id: evt_1\r\n> Webhook-Signature: v1,a v1,b\r\n'],
    ['the object of a framework', '{"webhook-id":"evt_1","webhook-signature":["v1,a","v1,b"]}'],
    ['the variables of CGI', '{"HTTP_WEBHOOK_ID":"evt_1","HTTP_WEBHOOK_SIGNATURE":"v1,a v1,b"}'],
  ])('are read from %s', (_, text) => {
    expect(headersOf(text)).toEqual({ 'webhook-id': 'evt_1', 'webhook-signature': 'v1,a v1,b' })
  })
})
