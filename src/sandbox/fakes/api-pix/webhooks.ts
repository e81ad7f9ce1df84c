import type { Customer } from './customers.ts'
import { Problem } from './problem.ts'
import type { WebhookRegistration } from './records.ts'
import type { Bank } from './deps.ts'

export function webhookKey(customerId: string, chave: string): string {
  return `${customerId} ${chave}`
}

/** `PUT /webhook/{chave}`: registers, or replaces. */
export function putWebhook(bank: Bank, customer: Customer, chave: string, body: unknown): void {
  if (!customer.keys.includes(chave))
    throw invalid(
      'o parâmetro {chave} não corresponde a uma chave DICT pertencente a este usuário recebedor.',
      'chave',
    )
  const webhookUrl = urlOf(body)
  if (webhookUrl === undefined)
    throw invalid('Campo webhook.webhookUrl não respeita o _schema_.', 'webhook.webhookUrl')
  bank.tables.webhooks.put(webhookKey(customer.id, chave), {
    customerId: customer.id,
    chave,
    webhookUrl,
    criacao: bank.clock().toISOString(),
  })
}

export function findWebhook(bank: Bank, customer: Customer, chave: string): WebhookRegistration {
  const webhook = bank.tables.webhooks.get(webhookKey(customer.id, chave))
  if (webhook === undefined)
    throw new Problem(
      'WebhookNaoEncontrado',
      'O webhook denotado por {chave} não encontra-se estabelecido.',
    )
  return webhook
}

export function deleteWebhook(bank: Bank, customer: Customer, chave: string): void {
  findWebhook(bank, customer, chave)
  bank.tables.webhooks.delete(webhookKey(customer.id, chave))
}

/** A webhook as look-ups show it (`WebhookCompleto`), with its `chave` as in the document's example `webhookResponse1`. */
export function webhookJson(
  { webhookUrl, chave, criacao }: WebhookRegistration,
  { cnpj }: Customer,
) {
  return { webhookUrl, chave, cnpj, criacao }
}

/** The URL of a body; mutual TLS needs https. */
function urlOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('webhookUrl' in body)) return undefined
  const { webhookUrl } = body
  if (typeof webhookUrl !== 'string') return undefined
  return URL.parse(webhookUrl)?.protocol === 'https:' ? webhookUrl : undefined
}

function invalid(razao: string, propriedade: string): Problem {
  return new Problem(
    'WebhookOperacaoInvalida',
    'A presente requisição busca criar um webhook sem respeitar o _schema_ ou, ainda, com sentido semanticamente inválido.',
    [{ razao, propriedade }],
  )
}
