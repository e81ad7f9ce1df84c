import type { ProcessorMovements } from '../processor.ts'
import type { Adapter } from './adapter.ts'
import { readBody } from './bank-answer.ts'
import { ReceivedPix } from './messages.ts'
import { capturesOf, groupsOf, returnsOf } from './movements-of-pix.ts'

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
