import type { Image } from '#contract/image.ts'
import { oneLine } from '#domain/one-line.ts'
import type { RenderReceipt, SendReceipt } from '../service/mails/receipt.ts'
import type { SendSecurityMail } from '../service/mails/security-mail.ts'
import type { Sender, SmtpServer } from './smtp-server.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const NAME = 'Checkout'

/** Sends mails about accounts and merchants by SMTP. */
export function createSecurityMailer(server: SmtpServer, from: Sender): SendSecurityMail {
  const send = createSmtpMailer(server, from)
  return ({ id, to, at, subject, text }) =>
    send({
      id: `${id}.security`,
      date: at,
      fromName: from.name ?? NAME,
      to,
      subject,
      language: 'en, pt-BR',
      text,
    })
}

/**
 * Sends receipts by SMTP, from the merchant's name unless the sender has one. An answer to a receipt goes to the merchant's support
 * address, where it has one.
 */
export function createReceiptMailer(
  server: SmtpServer,
  from: Sender,
  render: RenderReceipt,
  limits?: { timeoutMs?: number },
): SendReceipt {
  const send = createSmtpMailer(server, from, limits)
  return async (receipt) => {
    const { to, checkout } = receipt
    const { name, supportEmail } = checkout.merchant
    const { subject, languageTag, text, html, logo } = await render(receipt)
    return send({
      id: `${checkout.payment.id}.receipt`,
      date: new Date(checkout.now),
      fromName: from.name ?? oneLine(name),
      ...(supportEmail !== null && { replyTo: { name: oneLine(name), address: supportEmail } }),
      to,
      subject,
      language: languageTag,
      text,
      html,
      ...(logo && { attachments: [attachmentOf(logo)] }),
    })
  }
}

/** Attaches the logo to the message, so that opening the message loads nothing from a server. */
function attachmentOf({ contentType, bytes }: Image) {
  return {
    cid: 'logo',
    content: Buffer.from(bytes),
    contentType,
    contentDisposition: 'inline',
    filename: `logo.${contentType.slice('image/'.length)}`,
  } as const
}
