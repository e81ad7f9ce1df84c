import { oneLine } from '#domain/one-line.ts'
import type { ToldAct } from '#server/service/mails/security-mail.ts'
import type { DashboardWords } from '#words/places.ts'
import { DASHBOARD_WORDS } from '#words/tables/dashboard.ts'

type MailWords = DashboardWords['mails']

/** The English subject of a mail, and its text in each language of the dashboard: the recipient's language is not known. */
export function writeSecurityMail(act: ToldAct): { subject: string; text: string } {
  const texts = Object.values(DASHBOARD_WORDS).map(({ mails }) => textIn(mails, act))
  return { subject: titleIn(DASHBOARD_WORDS.en.mails, act), text: texts.join('\n--------\n\n') }
}

function titleIn(words: MailWords, { action, merchantName }: ToldAct): string {
  return words[action].replaceAll('{merchant}', () => oneLine(merchantName ?? ''))
}

function textIn(words: MailWords, act: ToldAct): string {
  const by = act.isByRecipient ? words.you : oneLine(act.actor ?? words.operator)
  return [
    `${titleIn(words, act)}.`,
    '',
    `${words.when}: ${act.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `${words.who}: ${by}`,
    `${words.where}: ${act.url}`,
    '',
    words.advice,
    '',
  ].join('\n')
}
