import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { startMailServer, type MailServer } from '#proof/testing/mail-server.ts'
import { renderReceipt } from '#page/receipt/render-receipt.ts'
import { createReceiptMailer } from './mailers.ts'
import { exampleReceipt } from '#proof/testing/server/receipt.fixture.ts'
import type { SmtpServer } from './smtp-server.ts'

const FROM = { name: null, address: 'recibos@loja.example' }
const HASTE = { timeoutMs: 300 }

let server: MailServer
beforeEach(async () => {
  server = await startMailServer()
})
afterEach(() => server[Symbol.asyncDispose]())

const plain = (port: number): SmtpServer => ({
  host: '127.0.0.1',
  port,
  tls: 'never',
  user: undefined,
  password: undefined,
})

describe('the mailer', () => {
  it('sends from the merchant to the shopper, as text and HTML, with a stable Message-ID', async () => {
    const send = createReceiptMailer(plain(server.port), FROM, renderReceipt)
    const receipt = exampleReceipt()
    expect(await send(receipt)).toEqual({ result: 'sent' })
    expect(await send(receipt)).toEqual({ result: 'sent' })
    const [first, second] = server.received
    expect(first).toMatchObject({ from: 'recibos@loja.example', to: ['ana@example.com'] })
    const email = await first?.read()
    expect(email).toMatchObject({
      from: { name: receipt.checkout.merchant.name, address: 'recibos@loja.example' },
      to: [{ address: 'ana@example.com' }],
      subject: `Your receipt from ${receipt.checkout.merchant.name}`,
      messageId: `<${receipt.checkout.payment.id}.receipt@loja.example>`,
    })
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    const { name, supportEmail } = receipt.checkout.merchant
    expect(email?.replyTo).toEqual([{ name, address: supportEmail }])
    expect(email?.attachments).toEqual([])
    expect((await second?.read())?.messageId).toBe(email?.messageId)
  })

  it('F-12: is answered to the support address, or to nobody where the merchant has none', async () => {
    const send = createReceiptMailer(plain(server.port), { ...FROM, name: 'Caixa' }, renderReceipt)
    const { merchant } = exampleReceipt().checkout
    const name = 'Norte\r\nReply-To: eve@example.com'
    await send(
      exampleReceipt({ merchant: { ...merchant, name, supportEmail: 'ajuda@loja.example' } }),
    )
    await send(exampleReceipt({ merchant: { ...merchant, supportEmail: null } }))
    const [first, second] = await Promise.all(server.received.map((mail) => mail.read()))
    expect(first?.replyTo).toEqual([
      { name: 'Norte Reply-To: eve@example.com', address: 'ajuda@loja.example' },
    ])
    expect(second?.replyTo).toBeUndefined()
  })

  it('carries the logo in the message itself', async () => {
    const bytes = Uint8Array.from(Buffer.from('4749463839612c016400', 'hex'))
    const send = createReceiptMailer(plain(server.port), FROM, renderReceipt)
    await send({ ...exampleReceipt(), logo: { contentType: 'image/gif', bytes } })
    const email = await server.received[0]?.read()
    expect(email?.attachments).toMatchObject([
      { contentId: '<logo>', mimeType: 'image/gif', disposition: 'inline' },
    ])
    expect(email?.html).toContain('src="cid:logo"')
    expect(email?.text).toContain('You paid')
  })

  it('uses the sender name that the operator configured', async () => {
    await createReceiptMailer(
      plain(server.port),
      { ...FROM, name: 'Caixa' },
      renderReceipt,
    )(exampleReceipt())
    expect((await server.received[0]?.read())?.from?.name).toBe('Caixa')
  })

  it("does not let a merchant's name inject headers", async () => {
    const send = createReceiptMailer(plain(server.port), FROM, renderReceipt)
    const name = 'Norte\r\nBcc: eve@example.com\n\n\u202E"Livros" <eve@example.com>, x'
    const { merchant } = exampleReceipt().checkout
    expect(await send(exampleReceipt({ merchant: { ...merchant, name } }))).toEqual({
      result: 'sent',
    })
    const [mail] = server.received
    expect(mail?.to).toEqual(['ana@example.com'])
    const email = await mail?.read()
    expect(email?.bcc).toBeUndefined()
    expect(email?.from).toEqual({
      name: 'Norte Bcc: eve@example.com "Livros" <eve@example.com>, x',
      address: 'recibos@loja.example',
    })
    expect(email?.subject).toBe(
      'Your receipt from Norte Bcc: eve@example.com "Livros" <eve@example.com>, x',
    )
  })

  it.each([
    { answer: { recipientAnswer: 451 }, result: 'retry', reason: 'EENVELOPE RCPT TO 451' },
    { answer: { recipientAnswer: 550 }, result: 'failed', reason: 'EENVELOPE RCPT TO 550' },
    { answer: { messageAnswer: 452 }, result: 'retry', reason: 'EMESSAGE DATA 452' },
    { answer: { messageAnswer: 554 }, result: 'failed', reason: 'EMESSAGE DATA 554' },
  ] as const)('takes $answer for a $result', async ({ answer, result, reason }) => {
    Object.assign(server, answer)
    const send = createReceiptMailer(plain(server.port), FROM, renderReceipt)
    expect(await send(exampleReceipt())).toEqual({ result, reason })
    expect(server.received).toEqual([])
  })

  it.each(['recipientAnswer', 'messageAnswer'] as const)(
    'times out while waiting for the %s',
    async (answer) => {
      server[answer] = 'silence'
      const send = createReceiptMailer(plain(server.port), FROM, renderReceipt, HASTE)
      expect(await send(exampleReceipt())).toMatchObject({ result: 'retry' })
    },
  )

  it('times out on a greeting that trickles', async () => {
    const dripping = createServer((socket) => {
      const drip = setInterval(() => socket.write('220-'), 50)
      socket.on('error', () => undefined).on('close', () => clearInterval(drip))
    })
    await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve))
    const address = dripping.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const send = createReceiptMailer(plain(port), FROM, renderReceipt, HASTE)
    expect(await send(exampleReceipt())).toMatchObject({ result: 'retry' })
    dripping.close()
  })

  it('retries when nothing listens on the port', async () => {
    const { port } = server
    await server[Symbol.asyncDispose]()
    const send = createReceiptMailer(plain(port), FROM, renderReceipt)
    expect(await send(exampleReceipt())).toEqual({ result: 'retry', reason: 'ESOCKET CONN' })
  })
})

describe('the mailer and passwords', () => {
  const login = { authOptional: false, allowInsecureAuth: true }
  const as = (port: number, password: string) => ({ ...plain(port), user: 'caixa', password })

  it('logs in, and retries when the password is wrong: an operator can correct it', async () => {
    await using strict = await startMailServer({
      ...login,
      onAuth: ({ password }, _session, callback) =>
        password === 'right' ? callback(null, { user: 'caixa' }) : callback(new Error('no')),
    })
    const [right, wrong] = ['right', 'wrong'].map((word) =>
      createReceiptMailer(as(strict.port, word), FROM, renderReceipt),
    )
    expect(await wrong?.(exampleReceipt())).toEqual({
      result: 'retry',
      reason: 'EAUTH AUTH PLAIN 535',
    })
    expect(await right?.(exampleReceipt())).toEqual({ result: 'sent' })
    expect(strict.received).toMatchObject([{ user: 'caixa' }])
  })
})

describe('the mailer and TLS', () => {
  const certificate = selfSignedCertificate('localhost')
  const trusted = getCACertificates('default')
  afterEach(() => setDefaultCACertificates(trusted))
  const at = (port: number, tls: SmtpServer['tls']) => ({ ...plain(port), host: 'localhost', tls })

  it('sends nothing when STARTTLS is required and not available', async () => {
    const send = createReceiptMailer(at(server.port, 'required'), FROM, renderReceipt)
    expect(await send(exampleReceipt())).toMatchObject({ result: 'retry' })
    expect(server.offered).toBe(0)
  })

  it.each([
    { tls: 'required', secure: false },
    { tls: 'offered', secure: false },
    { tls: 'always', secure: true },
  ] as const)(
    'sends nothing to a server with an untrusted certificate: $tls',
    async ({ tls, secure }) => {
      await using server = await startMailServer({ ...certificate, secure, disabledCommands: [] })
      const send = createReceiptMailer(at(server.port, tls), FROM, renderReceipt)
      expect(await send(exampleReceipt())).toMatchObject({ result: 'retry' })
      expect(server.offered).toBe(0)
      setDefaultCACertificates([...trusted, certificate.cert])
      expect(await send(exampleReceipt())).toEqual({ result: 'sent' })
      expect(server.received).toMatchObject([{ encrypted: true }])
    },
  )
})
