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
  /** Look-ups and lists show the Pix from this time on; if it is absent, at once. */
  visibleAt?: string
  devolucoes: Devolucao[]
  /** The amount that the network will take back (MED), and when. */
  med?: { at: string; amountMinor: number }
}

export interface WebhookRegistration {
  customerId: string
  chave: string
  webhookUrl: string
  criacao: string
}

/** The way in which a webhook differs from the document. */
export type Shape = 'with unknown fields' | 'cut off' | 'as the example'

/** A queued webhook about one Pix, with the Pix as it was when the webhook was queued. */
export interface Notification {
  /** Absent if the webhook conforms to the document. */
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
  /** The id of the refund. */
  id?: string
  txid?: string
  /** Centavos, never negative. */
  amountMinor: number
}
