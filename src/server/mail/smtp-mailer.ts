import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import type { SentMail } from '../service/mails/mail-schedule.ts'
import type { Sender, SmtpServer } from './smtp-server.ts'

/** Deadline of the whole exchange, from DNS to the last reply: a slow trickle of bytes does not extend it. */
const SEND_TIMEOUT_MS = 20_000

/** A message but for its recipient, its sender's address and its id. */
export type Message = Pick<
  SendMailOptions,
  'date' | 'replyTo' | 'subject' | 'text' | 'html' | 'attachments'
> & {
  /** Before the `@` of the Message-ID. Delivery is at least once: clients recognize a duplicate by it. */
  id: string
  fromName: string
  to: string
  /** BCP 47. */
  language: string
}

export type SendMessage = (message: Message) => Promise<SentMail>

/** Sends messages by SMTP, one connection each, within a bounded time. Never throws for server or network errors. */
export function createSmtpMailer(
  { host, port, tls, user, password }: SmtpServer,
  from: Sender,
  { timeoutMs = SEND_TIMEOUT_MS }: { timeoutMs?: number } = {},
): SendMessage {
  const transport = createTransport({
    host,
    port,
    secure: tls === 'always',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'never',
    ...(user !== undefined && { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return async ({ id, fromName, to, language, ...content }) => {
    try {
      await transport.sendMail({
        ...content,
        messageId: `<${id}@${domain}>`,
        from: { name: fromName, address: from.address },
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { result: 'sent' }
    } catch (error) {
      return classifyFailure(error as NodemailerError)
    }
  }
}

/**
 * A permanent refusal (5xx) of the recipient or the message is final. A refusal of the sender or its credentials is
 * retried, since an operator can correct the configuration.
 */
function classifyFailure({
  code,
  command,
  responseCode,
  permanent,
}: NodemailerError): Exclude<SentMail, { result: 'sent' }> {
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return {
    result: permanent === true && isAboutMessage ? 'failed' : 'retry',
    reason: [code ?? 'unknown', command, responseCode]
      .filter((part) => part !== undefined)
      .join(' '),
  }
}
