import type { Checkout } from '#contract/checkout.ts'
import type { Image } from '#contract/image.ts'
import { oneLine } from '#domain/one-line.ts'
import type { NoticeMessage, RenderNotice, SendNotice } from '../service/mails/notice.ts'
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
    const { subject, languageTag, text, html, logo } = await render(receipt)
    return send({
      id: `${checkout.payment.id}.receipt`,
      ...partiesOf(checkout, from),
      to,
      subject,
      language: languageTag,
      text,
      html,
      ...(logo && { attachments: [attachmentOf(logo)] }),
    })
  }
}

/** Sends what shoppers are told besides the receipt, in the receipt's way. */
export function createNoticeMailer(
  server: SmtpServer,
  from: Sender,
  render: RenderNotice,
): SendNotice {
  const send = createSmtpMailer(server, from)
  return async (notice) => {
    const message = await render(notice)
    if (message === undefined) return { result: 'dropped' }
    const { id, to, checkout } = notice
    const { languageTag: language, subject, text, html } = message
    const attachments = attachmentsOf(message)
    return send({
      id,
      to,
      language,
      subject,
      text,
      html,
      attachments,
      ...partiesOf(checkout, from),
    })
  }
}

function attachmentsOf({ logo, pdf }: NoticeMessage) {
  return [
    ...(logo ? [attachmentOf(logo)] : []),
    ...(pdf
      ? [
          {
            content: Buffer.from(pdf.bytes),
            contentType: 'application/pdf',
            contentDisposition: 'attachment' as const,
            filename: pdf.name,
          },
        ]
      : []),
  ]
}

function partiesOf({ merchant: { name, supportEmail }, now }: Checkout, from: Sender) {
  return {
    date: new Date(now),
    fromName: from.name ?? oneLine(name),
    ...(supportEmail !== null && { replyTo: { name: oneLine(name), address: supportEmail } }),
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
