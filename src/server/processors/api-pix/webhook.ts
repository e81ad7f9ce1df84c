import type { Bank } from './bank.ts'
import { readBody } from './bank-answer.ts'
import { Webhook } from './messages.ts'
import type { Account } from './settings.ts'

const ROUTE = '/webhook/{chave}'

/** Registers the address to which the bank sends its notifications, with `/pix` appended. */
export async function putWebhook(bank: Bank, { pixKey }: Account, url: string): Promise<void> {
  const body = { webhookUrl: url }
  const values = { chave: pixKey }
  const answer = await bank.start().ask({ method: 'PUT', route: ROUTE, values, body })
  if (!answer.ok) throw answer.refusal
}

/** The registered address; undefined without one. */
export async function getWebhook(bank: Bank, { pixKey }: Account): Promise<string | undefined> {
  const values = { chave: pixKey }
  const answer = await bank.start().ask({ method: 'GET', route: ROUTE, values })
  if (answer.ok) return readBody(ROUTE, Webhook, answer.body).webhookUrl
  if (answer.status === 404) return undefined
  throw answer.refusal
}
