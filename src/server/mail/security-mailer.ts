import type { SendSecurityMail } from '../service/mails/security-mail.ts'
import type { Sender } from './sender.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import type { SmtpServer } from './smtp-server.ts'

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
