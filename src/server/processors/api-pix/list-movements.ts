import type { ProcessorMovements } from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { readBody } from './bank-answer.ts'
import { paymentIdOf, refundIdOf } from './ids.ts'
import { ReceivedPix, type Pix, type PixReturn } from './messages.ts'
import { eachOnce, RETURNED, takenBack, takenBackMinor } from './money-of-pix.ts'

const ROUTE = '/pix'
const PAGE = 100
/** Lists select Pix by their own time, not by that of their returns. A return may follow 90 days later, and take days more. */
const RETURNS_FOLLOW_MS = 100 * 24 * 3_600_000

type Phase = 'received' | 'returned'

interface Position {
  phase: Phase
  page: number
  until: Date
}

/**
 * Lists first the Pix received since `since`, then the returns since then, also of older Pix. Pix without a `txid` of ours
 * belong to other systems at the same account, and are left out.
 */
export async function listMovements(
  { bank, clock }: Adapter,
  { since, cursor }: { since: Date; cursor?: string },
): Promise<ProcessorMovements> {
  const position = readCursor(cursor) ?? { phase: 'received', page: 0, until: clock() }
  const { phase, page, until } = position
  const isReceived = phase === 'received'
  const from = isReceived ? since : new Date(since.getTime() - RETURNS_FOLLOW_MS)
  const query = {
    inicio: from.toISOString(),
    fim: until.toISOString(),
    txIdPresente: 'true',
    ...(!isReceived && { devolucaoPresente: 'true' }),
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(PAGE),
  }
  const answer = await bank.start().ask({ method: 'GET', route: ROUTE, query })
  if (!answer.ok) throw answer.refusal
  const { pix, parametros } = readBody(ROUTE, ReceivedPix, answer.body)
  const pages = parametros?.paginacao.quantidadeDePaginas
  const hasMore = pix.length > 0 && (pages === undefined ? pix.length >= PAGE : page + 1 < pages)
  const next = nextOf(position, hasMore)
  const movements = groupsOf(pix).flatMap((group) =>
    isReceived ? capturesOf(group) : returnsOf(group, since),
  )
  return {
    movements: movements.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    ...(next !== undefined && { next: `${next.phase}.${next.page}.${until.getTime()}` }),
  }
}

function nextOf(position: Position, hasMore: boolean): Position | undefined {
  if (hasMore) return { ...position, page: position.page + 1 }
  return position.phase === 'received' ? { ...position, phase: 'returned', page: 0 } : undefined
}

function readCursor(cursor: string | undefined): Position | undefined {
  const [, phase, page, until] = /^(received|returned)\.(\d+)\.(\d+)$/.exec(cursor ?? '') ?? []
  if (phase === undefined) return undefined
  return {
    phase: phase === 'received' ? 'received' : 'returned',
    page: Number(page),
    until: new Date(Number(until)),
  }
}

type Movements = ProcessorMovements['movements']

interface Group {
  paymentId: string
  pix: Pix[]
}

/** The Pix of each payment. */
function groupsOf(pix: readonly Pix[]): Group[] {
  const groups = new Map<string, Pix[]>()
  for (const one of eachOnce(pix)) {
    const paymentId = paymentIdOf(one.txid)
    if (paymentId === undefined) continue
    groups.set(paymentId, [...(groups.get(paymentId) ?? []), one])
  }
  return [...groups].map(([paymentId, pix]) => ({ paymentId, pix }))
}

/** A capture for each Pix of a payment: a charge may be paid by several Pix, which may be on different pages of the list. */
function capturesOf({ paymentId, pix }: Group): Movements {
  return pix.map((one) => ({
    kind: 'capture',
    id: paymentId,
    part: one.endToEndId,
    amountMinor: one.valor,
    currency: 'BRL',
    at: new Date(timeOf(one)),
  }))
}

/** Refunds since a time, and the total taken back where it has grown since then. */
function returnsOf({ paymentId, pix }: Group, since: Date): Movements {
  const refunds = refundsOf(pix).filter(({ at }) => at >= since)
  const latest = pix.flatMap((one) =>
    takenBack([one]).map((made) => returnedAt(made, one).getTime()),
  )
  const at = new Date(Math.max(...latest))
  if (latest.length === 0 || at < since) return refunds
  const amountMinor = takenBackMinor(pix)
  return [...refunds, { kind: 'reversal', id: paymentId, amountMinor, currency: 'BRL', at }]
}

/** The refunds, each with the sum of its returns, which may be from several Pix. */
function refundsOf(pix: readonly Pix[]): Movements {
  const found = new Map<string, Movements[number]>()
  for (const one of pix)
    for (const made of one.devolucoes) {
      const id = refundIdOf(made.id)
      if (id === undefined || made.status !== RETURNED) continue
      const part = returnedAt(made, one)
      const { amountMinor, at } = found.get(id) ?? { amountMinor: 0, at: part }
      found.set(id, {
        kind: 'refund',
        id,
        amountMinor: amountMinor + made.valor,
        currency: 'BRL',
        at: at < part ? part : at,
      })
    }
  return [...found.values()]
}

function returnedAt({ horario }: PixReturn, pix: Pix): Date {
  return horario?.liquidacao ?? horario?.solicitacao ?? new Date(timeOf(pix))
}

/** A Pix without a time is old: it belongs to no range. */
function timeOf({ horario }: Pix): number {
  return horario?.getTime() ?? 0
}
