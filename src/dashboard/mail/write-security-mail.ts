import { nameInMail } from '#domain/name-in-mail.ts'
import type { ToldEntry } from '#server/service/mails/security-mail.ts'
import type { DashboardWords } from '#words/places.ts'
import { DASHBOARD_WORDS } from '#words/tables/dashboard.ts'

type MailWords = DashboardWords['mails']

/** The English subject of a mail, and its text in each language of the dashboard: the recipient's language is not known. */
export function writeSecurityMail(entry: ToldEntry): { subject: string; text: string } {
  const texts = Object.values(DASHBOARD_WORDS).map(({ mails }) => textIn(mails, entry))
  return { subject: titleIn(DASHBOARD_WORDS.en.mails, entry), text: texts.join('\n--------\n\n') }
}

function titleIn(words: MailWords, { action, merchantName }: ToldEntry): string {
  return words[action].replaceAll('{merchant}', () => nameInMail(merchantName ?? ''))
}

function textIn(words: MailWords, entry: ToldEntry): string {
  return [
    `${titleIn(words, entry)}.`,
    '',
    `${words.when}: ${entry.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `${words.who}: ${actorIn(words, entry)}`,
    `${words.where}: ${entry.url}`,
    '',
    words.advice,
    '',
  ].join('\n')
}

function actorIn(words: MailWords, { isByRecipient, actor }: ToldEntry): string {
  if (isByRecipient) return words.you
  return actor === null ? words.operator : nameInMail(actor.name ?? '') || words.colleague
}
