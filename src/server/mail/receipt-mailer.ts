import { createTransport, type NodemailerError } from 'nodemailer'
import type {
  Receipt,
  RenderReceipt,
  SendReceipt,
  SentReceipt,
} from '../worker/receipts/receipt.ts'
import { oneLine } from '../../domain/one-line.ts'
import type { Sender } from './sender.ts'
import type { SmtpServer } from './smtp-server.ts'

/** All of it, from the name of the server to its last word: no drip of bytes keeps it alive. */
const SEND_TIMEOUT_MS = 20_000

/** Sends receipts through a mail server, each over a connection of its own. */
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
      return judgeFailure(error as NodemailerError)
    }
  }
}

async function messageOf(receipt: Receipt, from: Sender, render: RenderReceipt) {
  const { to, checkout } = receipt
  const { subject, languageTag, text, html } = await render(receipt)
  return {
    // The same for every sending of a receipt: who gets it twice, after a crash, can tell.
    messageId: `<${checkout.payment.id}.receipt@${domainOf(from)}>`,
    date: new Date(checkout.now),
    from: { name: from.name ?? oneLine(checkout.merchant.name), address: from.address },
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': languageTag },
    text,
    html,
  }
}

function domainOf({ address }: Sender): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/**
 * A word for good about the recipient or the message is the end of it. About us (who sends, by which password), an
 * operator can mend it, and the next attempt goes well.
 */
function judgeFailure({
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
