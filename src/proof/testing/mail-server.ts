import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** What a mail server says: nothing wrong, or a refusal with its status; `silence` is no word at all. */
export type MailAnswer = 'accept' | 'silence' | number

export interface ReceivedMail {
  from: string
  to: string[]
  encrypted: boolean
  user: string | undefined
  raw: string
  /** As its reader sees it. */
  read(): Promise<Email>
}

export interface MailServer extends AsyncDisposable {
  port: number
  url: string
  /** Every message that was accepted. */
  received: ReceivedMail[]
  /** How many messages were offered, accepted or not. */
  offered: number
  /** What it says of recipients, and of the message itself. */
  recipientAnswer: MailAnswer
  messageAnswer: MailAnswer
}

/** A real mail server on loopback: without TLS and without passwords unless `options` say otherwise. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onRcptTo(_address, _session, callback) {
      mailServer.offered += 1
      answer(mailServer.recipientAnswer, callback)
    },
    onData(stream, { envelope, secure, user }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        if (mailServer.messageAnswer === 'accept')
          mailServer.received.push({
            from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
            to: envelope.rcptTo.map(({ address }) => address),
            encrypted: secure,
            user: user as string | undefined,
            raw,
            read: () => PostalMime.parse(raw),
          })
        answer(mailServer.messageAnswer, callback)
      })
    },
    ...options,
  })
  // A client that hangs up in the middle is none of our errors.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const mailServer: MailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    offered: 0,
    recipientAnswer: 'accept',
    messageAnswer: 'accept',
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  return mailServer
}

function answer(what: MailAnswer, callback: (error?: Error) => void): void {
  if (what === 'silence') return
  if (what === 'accept') return callback()
  callback(Object.assign(new Error('scripted'), { responseCode: what }))
}
