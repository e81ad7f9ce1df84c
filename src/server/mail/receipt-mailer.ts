import { createTransport, type NodemailerError } from 'nodemailer'
import type { Image } from '../../contract/image.ts'
import type {
  Receipt,
  RenderReceipt,
  SendReceipt,
  SentReceipt,
} from '../worker/receipts/receipt.ts'
import { oneLine } from '../../domain/one-line.ts'
import type { Sender } from './sender.ts'
import type { SmtpServer } from './smtp-server.ts'

/** Deadline of the whole exchange, from DNS to the last reply: a slow trickle of bytes does not extend it. */
const SEND_TIMEOUT_MS = 20_000

/** Sends receipts by SMTP, one connection each. */
export function createReceiptMailer(
  server: SmtpServer,
  from: Sender,
  render: RenderReceipt,
  { timeoutMs = SEND_TIMEOUT_MS }: { timeoutMs?: number } = {},
): SendReceipt {
  const { host, port, tls, user, password } = server
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
  return async (receipt) => {
    const message = await messageOf(receipt, from, render)
    try {
      await transport.sendMail({ ...message, signal: AbortSignal.timeout(timeoutMs) })
      return { result: 'sent' }
    } catch (error) {
      return classifyFailure(error as NodemailerError)
    }
  }
}

async function messageOf(receipt: Receipt, from: Sender, render: RenderReceipt) {
  const { to, checkout } = receipt
  const { subject, languageTag, text, html, logo } = await render(receipt)
  return {
    // Delivery is at least once: a stable Message-ID lets mail clients recognize a duplicate.
    messageId: `<${checkout.payment.id}.receipt@${domainOf(from)}>`,
    date: new Date(checkout.now),
    from: { name: from.name ?? oneLine(checkout.merchant.name), address: from.address },
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': languageTag },
    text,
    html,
    ...(logo && { attachments: [attachmentOf(logo)] }),
  }
}

/** In the message itself: opening it loads nothing from elsewhere. */
function attachmentOf({ contentType, bytes }: Image) {
  return {
    cid: 'logo',
    content: Buffer.from(bytes),
    contentType,
    contentDisposition: 'inline',
    filename: `logo.${contentType.slice('image/'.length)}`,
  } as const
}

function domainOf({ address }: Sender): string {
  return address.slice(address.lastIndexOf('@') + 1)
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
}: NodemailerError): Exclude<SentReceipt, { result: 'sent' }> {
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA'
  return {
    result: permanent === true && isAboutMessage ? 'failed' : 'retry',
    reason: [code ?? 'unknown', command, responseCode]
      .filter((part) => part !== undefined)
      .join(' '),
  }
}
