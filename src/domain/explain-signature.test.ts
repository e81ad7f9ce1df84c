import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { BODY_CHANGES, type BodyChange } from './body-changes.ts'
import { explainSignature, type SignatureEvidence } from './explain-signature.ts'
import { newId } from './id.ts'
import { makeWebhookSecret } from './webhook-secret.ts'
import { signWebhook } from './webhook-signature.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const SECRET = makeWebhookSecret((length) => new Uint8Array(length).fill(1))
const OTHER = makeWebhookSecret((length) => new Uint8Array(length).fill(2))
const ID = 'evt_0Tq4n2Zs6Hd0rLk8wVy5Bp'
const encode = (text: string) => new TextEncoder().encode(text)

const notification = {
  id: ID,
  type: 'session.completed',
  timestamp: '2026-11-20T12:00:00.000Z',
  environment: 'sandbox',
  sequence: 2,
  data: {
    session: { url: 'https://pay.example/c/x', amount: 25_990, customer: { name: 'São João' } },
    payment: { customer: { phone: '+5511998765432' } },
  },
}
const BODY = JSON.stringify(notification)

async function signed(
  body = BODY,
  { timestamp = now, secrets = [SECRET] }: { timestamp?: Date; secrets?: string[] } = {},
): Promise<Record<string, string>> {
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
    'webhook-signature': await signWebhook({ id: ID, timestamp, body, secrets }),
  }
}

async function explain(changes: Partial<SignatureEvidence> & { text?: string } = {}) {
  const { text = BODY, headers = await signed(), ...more } = changes
  return explainSignature({ headers, body: encode(text), secrets: [SECRET], now, ...more })
}

function isValidThere(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

/** An HMAC over any content with any key, to build wrong signatures. */
async function hmac(key: Uint8Array<ArrayBuffer>, content: string) {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
  const bytes = await crypto.subtle.sign('HMAC', imported, encode(content))
  return { ...(await signed()), 'webhook-signature': `v1,${Buffer.from(bytes).toString('base64')}` }
}
const TIMESTAMP = String(now.getTime() / 1000)
const keyOf = (secret: string) =>
  Uint8Array.from(Buffer.from(secret.slice('whsec_'.length), 'base64'))

describe('a valid signature', () => {
  it('is valid, also next to one of another secret', async () => {
    const headers = await signed(BODY, { secrets: [OTHER, SECRET] })
    expect(await explain({ headers })).toEqual({ valid: true, ageSeconds: 0 })
  })

  it('is valid exactly when the standardwebhooks library accepts it', async () => {
    const bytes = fc.uint8Array({ minLength: 24, maxLength: 64 })
    const secretOf = (from: Uint8Array) => `whsec_${Buffer.from(from).toString('base64')}`
    await fc.assert(
      fc.asyncProperty(bytes, fc.json(), fc.boolean(), async (key, text, isChanged) => {
        const secret = secretOf(key)
        const timestamp = new Date()
        const headers = await signed(text, { timestamp, secrets: [secret] })
        const received = isChanged ? `${text} ` : text
        const evidence = { headers, body: encode(received), secrets: [secret], now: timestamp }
        const { valid } = await explainSignature(evidence)
        expect([valid, isValidThere(secret, received, headers)]).toEqual([!isChanged, !isChanged])
      }),
    )
  })
})

describe('headers', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    '%s is missing',
    async (header) => {
      const headers = await signed()
      const { [header]: _, ...others } = headers
      const fault = { valid: false, reason: 'missing_header', header }
      expect(await explain({ headers: others })).toEqual(fault)
      expect(await explain({ headers: { ...headers, [header]: '' } })).toEqual(fault)
    },
  )

  it.each([
    ['webhook-id', 'evt.1', 'malformed_id', undefined],
    ['webhook-timestamp', `${TIMESTAMP}000`, 'malformed_timestamp', 'milliseconds'],
    ['webhook-timestamp', now.toISOString(), 'malformed_timestamp', 'not_a_number'],
    ['webhook-signature', 't=1,v1=abc', 'malformed_signature', 'other_version'],
    ['webhook-signature', 'v1a,c2lnbmVk', 'malformed_signature', 'other_version'],
    ['webhook-signature', 'v1,a-b_', 'malformed_signature', 'not_base64'],
  ])('%s is %s', async (header, value, reason, how) => {
    const headers = { ...(await signed()), [header]: value }
    expect(await explain({ headers })).toMatchObject({ valid: false, reason, ...(how && { how }) })
  })
})

describe('time', () => {
  it.each([
    [301, 'too_old', 1],
    [3900, 'too_old', 3600],
    [-301, 'too_new', 1],
  ])('%i seconds', async (ageSeconds, reason, bySeconds) => {
    const headers = await signed(BODY, { timestamp: new Date(now.getTime() - ageSeconds * 1000) })
    expect(await explain({ headers })).toEqual({ valid: false, reason, bySeconds, ageSeconds })
  })

  it('is not the reason when the signature does not match either', async () => {
    const headers = await signed(BODY, { timestamp: new Date(0) })
    expect(await explain({ headers, text: `${BODY}\n` })).toMatchObject({ reason: 'body_changed' })
  })
})

describe('the secret', () => {
  it.each([
    [SECRET.slice('whsec_'.length), 'without_prefix'],
    [`${SECRET}\n`, 'space_around'],
    ['whsec_ä', 'not_base64'],
    [SECRET.replace(/=$/, ''), 'not_base64'],
    ['whsec_c2hvcnQ=', 'wrong_length'],
  ])('%j is malformed', async (secret, how) => {
    const found = await explain({ secrets: [secret] })
    expect(found).toEqual({ valid: false, reason: 'malformed_secret', how })
  })

  it('was used as text instead of being decoded', async () => {
    const content = `${ID}.${TIMESTAMP}.${BODY}`
    const whole = await hmac(encode(SECRET), content)
    expect(await explain({ headers: whole })).toMatchObject({
      reason: 'secret_not_decoded',
      how: 'whole',
    })
    const unprefixed = await hmac(encode(SECRET.slice('whsec_'.length)), content)
    expect(await explain({ headers: unprefixed })).toMatchObject({ how: 'without_prefix' })
  })

  it('is another one of the merchant', async () => {
    const headers = await signed(BODY, { secrets: [OTHER] })
    const found = await explain({ headers, otherSecrets: [OTHER] })
    expect(found).toMatchObject({ valid: false, reason: 'other_secret' })
  })

  it('is another one, when the body equals the sent one', async () => {
    const headers = await signed(BODY, { secrets: [OTHER] })
    expect(await explain({ headers, sentBody: encode(BODY) })).toMatchObject({
      reason: 'wrong_secret',
    })
    expect(await explain({ headers })).toMatchObject({ reason: 'no_match' })
  })
})

describe('R-74: a header that was changed', () => {
  const MADE = newId('evt', now, (length) => new Uint8Array(length))
  const NEW_BODY = BODY.replace(ID, MADE)
  const signedAt = async (timestamp: Date, secrets = [SECRET]) => ({
    'webhook-id': MADE,
    'webhook-timestamp': String(timestamp.getTime() / 1000),
    'webhook-signature': await signWebhook({ id: MADE, timestamp, body: NEW_BODY, secrets }),
  })
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const changed = async (timestamp: Date, to: string, evidence: Partial<SignatureEvidence> = {}) =>
    explain({
      text: NEW_BODY,
      headers: { ...(await signedAt(timestamp)), 'webhook-timestamp': to },
      ...evidence,
    })

  it.each([
    ['by a proxy that writes its own time', after(0), String(after(30).getTime() / 1000), {}],
    ['by an hour of a time zone', after(90_000), String(after(86_400).getTime() / 1000), {}],
    ['to anything, at the first tries', after(35), '1', {}],
    ['to anything, at a known attempt', after(90_000), '1', { sentAt: [now, after(90_000)] }],
    [
      "to anything, at an attempt in the merchant's own time",
      after(90_000),
      '1',
      { sentAt: [after(-9e6), after(-9e6 + 90_000)] },
    ],
    ['when the event was read', after(35), '1', { sentBody: encode(NEW_BODY) }],
  ] as const)('webhook-timestamp: %s', async (_, timestamp, to, evidence) => {
    expect(await changed(timestamp, to, evidence)).toMatchObject({
      reason: 'timestamp_changed',
      signedSeconds: timestamp.getTime() / 1000,
    })
  })

  it('webhook-timestamp: also where another secret of the merchant has signed it', async () => {
    const headers = { ...(await signedAt(after(5), [OTHER])), 'webhook-timestamp': '1' }
    const found = await explain({ text: NEW_BODY, headers, otherSecrets: [OTHER] })
    expect(found).toMatchObject({ reason: 'timestamp_changed' })
  })

  it('webhook-id: is found by the id in the body', async () => {
    const headers = { ...(await signed()), 'webhook-id': MADE }
    expect(await explain({ headers })).toMatchObject({ reason: 'id_changed', signedId: ID })
  })
})

describe('what was signed', () => {
  it.each([
    [BODY, 'body_only'],
    [`${TIMESTAMP}.${BODY}`, 'without_id'],
  ])('was not all of it', async (content, how) => {
    const headers = await hmac(keyOf(SECRET), content)
    expect(await explain({ headers })).toMatchObject({ reason: 'content_incomplete', how })
  })
})

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const python = (text: string) =>
  text
    .replaceAll('":', '": ')
    .replaceAll(/,"/g, ', "')
    .replaceAll('ã', String.raw`\u00e3`)
const CHANGES: Record<BodyChange, ((body: string) => string | Uint8Array)[]> = {
  space_around: [(body) => `${body}\n`, (body) => `${body}\r\n`, (body) => ` ${body} `],
  byte_order_mark: [(body) => `\uFEFF${body}`],
  written_again: [
    (body) => JSON.stringify(JSON.parse(body), null, 2),
    (body) => JSON.stringify(JSON.parse(body), null, '\t'),
    (body) => body.replaceAll('/', String.raw`\/`),
    (body) => body.replace('25990', '25990.0'),
    (body) => python(body),
    (body) => {
      const { data, ...envelope } = JSON.parse(body) as Record<string, unknown>
      return JSON.stringify({ data, ...envelope })
    },
  ],
  text_in_quotes: [(body) => JSON.stringify(body)],
  form_encoded: [
    (body) => `${encodeURIComponent(body)}=`,
    (body) => `payload=${encodeURIComponent(body).replaceAll('%20', '+')}`,
  ],
  form_decoded: [(body) => body.replaceAll('+', ' ')],
  base64: [(body) => Buffer.from(body).toString('base64')],
  wrong_charset: [(body) => Buffer.from(body).toString('latin1'), (body) => latin1(body)],
}

describe('the body', () => {
  const cases = BODY_CHANGES.flatMap((change) =>
    CHANGES[change].map((apply, index) => [change, index, apply] as const),
  )

  it.each(cases)('%s (%i) is found by undoing it', async (change, _, apply) => {
    const came = apply(BODY)
    const body = typeof came === 'string' ? encode(came) : came
    const found = await explainSignature({ headers: await signed(), body, secrets: [SECRET], now })
    expect(found).toMatchObject({ reason: 'body_changed', changes: [change] })
  })

  it('is shown at its first change', async () => {
    const { difference } = { difference: undefined, ...(await explain({ text: python(BODY) })) }
    expect(difference).toMatchObject({ offset: 6, sameJson: true })
  })

  it('is found after two changes', async () => {
    expect(await explain({ text: `\uFEFF${BODY}\r\n` })).toMatchObject({
      changes: ['space_around', 'byte_order_mark'],
    })
    const pretty = JSON.stringify(JSON.parse(BODY), null, 2)
    expect(await explain({ text: Buffer.from(pretty).toString('base64') })).toMatchObject({
      changes: ['base64', 'written_again'],
    })
  })

  it('is found for any re-serialized JSON', async () => {
    const values = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(values, fc.integer({ min: 1, max: 8 }), async (data, indent) => {
        // JSON has no -0.
        const body = JSON.stringify(JSON.parse(JSON.stringify({ ...notification, data })))
        const text = JSON.stringify(JSON.parse(body), null, indent)
        const found = await explain({ headers: await signed(body), text })
        expect(found).toMatchObject({ reason: 'body_changed', changes: ['written_again'] })
      }),
    )
  })

  it.each([
    ['', 'empty'],
    ['\n', 'empty'],
    ['[object Object]', 'object_text'],
    [BODY.slice(0, 100), 'cut_off'],
    ['id=evt_1&type=ping', 'not_json'],
  ])('%j is lost', async (text, how) => {
    expect(await explain({ text })).toMatchObject({ reason: 'body_lost', how })
  })

  const bytesOf = (text: string) => [...encode(text)]
  it.each<[string, number[], string]>([
    ['compressed', [0x1f, 0x8b, 8, 0, 0, 0, 0xff], 'not_utf8'],
    ['of bytes that begin no character', [...bytesOf(BODY), 0xff], 'not_utf8'],
    ['cut within a character', [...bytesOf(BODY.split('ã')[0] ?? ''), 0xc3], 'cut_off'],
    ['only the byte order mark of UTF-16', [0xff, 0xfe], 'not_utf8'],
    ['decoded in pieces', bytesOf(BODY.replace('ã', '\uFFFD\uFFFD')), 'characters_replaced'],
  ])('R-74: a body is lost, and not called empty: %s', async (_, bytes, how) => {
    const body = Uint8Array.from(bytes)
    const evidence = { headers: await signed(), body, secrets: [SECRET], now }
    expect(await explainSignature(evidence)).toMatchObject({ reason: 'body_lost', how })
    const known = { ...evidence, sentBody: encode(BODY) }
    expect(await explainSignature(known)).toMatchObject({ reason: 'body_lost', how })
  })

  it('R-74: is not lost for a U+FFFD that was sent', async () => {
    const text = BODY.replace('ã', '\uFFFD')
    const headers = await signed(text)
    const came = text.replace('25990', '1')
    expect(await explain({ headers, text: came, sentBody: encode(text) })).toMatchObject({
      reason: 'body_differs',
    })
  })

  it('is compared with the sent one, with the offset', async () => {
    const text = BODY.replace('São', 'Sao')
    const found = await explain({ text, sentBody: encode(BODY) })
    expect(found).toMatchObject({
      reason: 'body_differs',
      difference: {
        offset: Buffer.byteLength(BODY.slice(0, BODY.indexOf('ã'))),
        sentBytes: Buffer.byteLength(BODY),
        receivedBytes: Buffer.byteLength(text),
        sameJson: false,
      },
    })
    expect(await explain({ text })).toMatchObject({ reason: 'no_match' })
  })

  it('equals the sent one as JSON, with its keys in another order', async () => {
    const { session, payment } = notification.data
    const { url, ...more } = session
    const text = JSON.stringify({ ...notification, data: { session: { ...more, url }, payment } })
    const found = await explain({ text, sentBody: encode(BODY) })
    expect(found).toMatchObject({ reason: 'body_differs', difference: { sameJson: true } })
  })
})
