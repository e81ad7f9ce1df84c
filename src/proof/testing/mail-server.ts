import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** Response of a mail server: acceptance, a refusal's status, or none at all. */
export type MailAnswer = 'accept' | 'silence' | number

export interface ReceivedMail {
  from: string
  to: string[]
  encrypted: boolean
  user: string | undefined
  raw: string
  /** Parses it as a mail client does. */
  read(): Promise<Email>
}

export interface MailServer extends AsyncDisposable {
  port: number
  url: string
  /** Accepted messages. */
  received: ReceivedMail[]
  /** Number of messages offered, accepted or not. */
  offered: number
  /** Responses to the recipient and to the message. */
  recipientAnswer: MailAnswer
  messageAnswer: MailAnswer
}

/** A real mail server on loopback: no TLS and no authentication unless `options` say otherwise. */
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
  // A client that disconnects midway is expected.
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
