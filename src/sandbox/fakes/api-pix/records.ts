/** Statuses of a charge (`CobrancaStatus`). */
export type CobStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP'

/** What a customer may set and alter in a charge; each version of it is a revision. */
export interface CobTerms {
  /** Seconds from the charge's creation. */
  expiracao: number
  originalMinor: number
  /** The payer may choose the amount. */
  isAlterable: boolean
  chave: string
  devedor?: { cpf?: string; cnpj?: string; nome: string }
  solicitacaoPagador?: string
  infoAdicionais?: { nome: string; valor: string }[]
}

export interface Cob {
  customerId: string
  txid: string
  criacao: string
  locationId: number
  /** Host and path without scheme, as BR Codes hold it. */
  location: string
  status: CobStatus
  /** The last is the one in force. */
  revisions: { terms: CobTerms; status: CobStatus }[]
}

export type DevolucaoStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'
export type Natureza = 'ORIGINAL' | 'MED_OPERACIONAL' | 'MED_FRAUDE'

export interface Devolucao {
  id: string
  rtrId: string
  amountMinor: number
  natureza: Natureza
  descricao?: string
  solicitacao: string
  liquidacao?: string
  status: DevolucaoStatus
  motivo?: string
  /** When a refund in process ends, and how. */
  due?: { at: string; isRefused: boolean }
}

/** A Pix that a customer received. */
export interface Pix {
  customerId: string
  endToEndId: string
  txid?: string
  chave: string
  amountMinor: number
  horario: string
  infoPagador?: string
  /** Until then look-ups and lists do not have it; they have it from the start without one. */
  visibleAt?: string
  devolucoes: Devolucao[]
  /** The network takes this back at a time. */
  med?: { at: string; amountMinor: number }
}

export interface WebhookRegistration {
  customerId: string
  chave: string
  webhookUrl: string
  criacao: string
}

/** How a webhook breaks the document. */
export type Shape = 'with unknown fields' | 'cut off' | 'as the example'

/** One Pix on its way to a webhook, as it was when it was written. */
export interface Notification {
  /** Absent: as the document has it. */
  shape?: Shape
  url: string
  chave: string
  pix: object
  dueAt: string
  attempts: number
  state: 'due' | 'delivered' | 'given_up' | 'never'
}

/** Money that moved; `reversed` is what the network took back (MED). */
export interface LedgerEntry {
  at: string
  customerId: string
  kind: 'received' | 'refunded' | 'reversed'
  endToEndId: string
  /** Of the refund. */
  id?: string
  txid?: string
  /** Centavos, never negative. */
  amountMinor: number
}
