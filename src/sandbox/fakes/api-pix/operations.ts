import { fullCobJson, cobJson } from './cob-json.ts'
import { findCob, patchCob, postCob, putCob, termsOf } from './cobs.ts'
import type { Customer, Scope } from './customers.ts'
import { putDevolucao } from './devolucoes.ts'
import { findDevolucao, findPix } from './find-pix.ts'
import { pageOf, readFlag, readListQuery } from './list-query.ts'
import { sendDueNotifications } from './notifications.ts'
import { devolucaoJson, pixJson, visiblePix } from './pix-json.ts'
import type { Bank } from './deps.ts'
import { deleteWebhook, findWebhook, putWebhook, webhookJson } from './webhooks.ts'

/** One authenticated call. */
export interface Call {
  bank: Bank
  customer: Customer
  /** A part of the path by its name. */
  param: (name: string) => string
  query: URLSearchParams
  body: unknown
}

export interface Answer {
  status: 200 | 201 | 204
  body?: object
}

interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  scope: Scope
  answer: (call: Call) => Answer | Promise<Answer>
}

/** The operations of the document that the bank offers. */
export const OPERATIONS: readonly Operation[] = [
  {
    method: 'PUT',
    path: '/cob/:txid',
    scope: 'cob.write',
    answer: ({ bank, customer, param, body }) =>
      created(cobJson(putCob(bank, customer, param('txid'), body), customer)),
  },
  {
    method: 'PATCH',
    path: '/cob/:txid',
    scope: 'cob.write',
    answer: ({ bank, customer, param, body }) =>
      ok(cobJson(patchCob(bank, customer, param('txid'), body), customer)),
  },
  {
    method: 'GET',
    path: '/cob/:txid',
    scope: 'cob.read',
    answer({ bank, customer, param, query }) {
      const revision = query.get('revisao')
      const cob = findCob(bank, customer, param('txid'))
      return ok(fullCobJson(bank, cob, customer, revision === null ? undefined : Number(revision)))
    },
  },
  {
    method: 'POST',
    path: '/cob',
    scope: 'cob.write',
    answer: ({ bank, customer, body }) => created(cobJson(postCob(bank, customer, body), customer)),
  },
  { method: 'GET', path: '/cob', scope: 'cob.read', answer: listCobs },
  { method: 'GET', path: '/pix', scope: 'pix.read', answer: listPix },
  {
    method: 'GET',
    path: '/pix/:e2eid',
    scope: 'pix.read',
    answer: ({ bank, customer, param }) => ok(pixJson(findPix(bank, customer, param('e2eid')))),
  },
  {
    method: 'PUT',
    path: '/pix/:e2eid/devolucao/:id',
    scope: 'pix.write',
    async answer({ bank, customer, param, body }) {
      const [e2eid, id] = [param('e2eid'), param('id')]
      const devolucao = putDevolucao(bank, customer, { e2eid, id, body })
      const isOvertaken =
        findDevolucao(findPix(bank, customer, e2eid), id).status !== devolucao.status
      if (isOvertaken) await sendDueNotifications(bank)
      return created(devolucaoJson(devolucao))
    },
  },
  {
    method: 'GET',
    path: '/pix/:e2eid/devolucao/:id',
    scope: 'pix.read',
    answer: ({ bank, customer, param }) =>
      ok(devolucaoJson(findDevolucao(findPix(bank, customer, param('e2eid')), param('id')))),
  },
  {
    method: 'PUT',
    path: '/webhook/:chave',
    scope: 'webhook.write',
    answer({ bank, customer, param, body }) {
      putWebhook(bank, customer, param('chave'), body)
      return { status: 200 }
    },
  },
  {
    method: 'GET',
    path: '/webhook/:chave',
    scope: 'webhook.read',
    answer: ({ bank, customer, param }) =>
      ok(webhookJson(findWebhook(bank, customer, param('chave')), customer)),
  },
  {
    method: 'DELETE',
    path: '/webhook/:chave',
    scope: 'webhook.write',
    answer({ bank, customer, param }) {
      deleteWebhook(bank, customer, param('chave'))
      return { status: 204 }
    },
  },
  { method: 'GET', path: '/webhook', scope: 'webhook.read', answer: listWebhooks },
]

function listCobs({ bank, customer, query }: Call): Answer {
  const asked = readListQuery(query, 'CobConsultaInvalida')
  const hasLocation = readFlag(query, 'locationPresente')
  const status = query.get('status')
  const own = bank.tables.cobs.all().filter((cob) => {
    const { devedor } = termsOf(cob)
    return (
      cob.customerId === customer.id &&
      hasLocation(true) &&
      (status === null || cob.status === status) &&
      (asked.cpf === undefined || devedor?.cpf === asked.cpf) &&
      (asked.cnpj === undefined || devedor?.cnpj === asked.cnpj)
    )
  })
  const { rows, parametros } = pageOf(own, asked, ({ criacao }) => criacao)
  return ok({ parametros, cobs: rows.map((cob) => fullCobJson(bank, cob, customer)) })
}

function listPix({ bank, customer, query }: Call): Answer {
  const asked = readListQuery(query, 'PixConsultaInvalida')
  const hasTxid = readFlag(query, 'txIdPresente')
  const hasDevolucao = readFlag(query, 'devolucaoPresente')
  const txid = query.get('txid')
  const own = visiblePix(bank, customer).filter(
    (pix) =>
      hasTxid(pix.txid !== undefined) &&
      hasDevolucao(pix.devolucoes.length > 0) &&
      (txid === null || pix.txid === txid),
  )
  const { rows, parametros } = pageOf(own, asked, ({ horario }) => horario)
  return ok({ parametros, pix: rows.map(pixJson) })
}

function listWebhooks({ bank, customer, query }: Call): Answer {
  const asked = readListQuery(query, 'WebhookConsultaInvalida', true)
  const own = bank.tables.webhooks.all().filter(({ customerId }) => customerId === customer.id)
  const { rows, parametros } = pageOf(own, asked, ({ criacao }) => criacao)
  return ok({ parametros, webhooks: rows.map((webhook) => webhookJson(webhook, customer)) })
}

function ok(body: object): Answer {
  return { status: 200, body }
}

function created(body: object): Answer {
  return { status: 201, body }
}
