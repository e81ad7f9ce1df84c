import { z } from 'zod'
import { readAmount } from './amount.ts'
import { Problem } from './problem.ts'

/** `DevolucaoSolicitada`. */
const DevolucaoBody = z.object({
  valor: z.string().refine((text) => readAmount(text) !== undefined),
  natureza: z.enum(['ORIGINAL', 'RETIRADA']).optional(),
  descricao: z.string().max(140).optional(),
})

/** Reads a request for a refund. Throws a `Problem` when the request is invalid. */
export function readDevolucao(
  id: string,
  body: unknown,
): { amountMinor: number; descricao: string | undefined } {
  const parsed = DevolucaoBody.safeParse(body)
  if (!parsed.success || !/^[a-zA-Z0-9]{1,35}$/.test(id))
    throw invalidDevolucao('O campo devolucao.valor não respeita o _schema_.', 'devolucao.valor')
  const amountMinor = readAmount(parsed.data.valor) ?? 0
  if (amountMinor === 0 || parsed.data.natureza === 'RETIRADA')
    throw invalidDevolucao('O campo devolucao.valor não respeita o _schema_.', 'devolucao.valor')
  return { amountMinor, descricao: parsed.data.descricao }
}

export function invalidDevolucao(razao: string, propriedade: string): Problem {
  return new Problem(
    'PixDevolucaoInvalida',
    'A presente requisição de devolução não respeita o _schema_ ou não faz sentido semanticamente.',
    [{ razao, propriedade }],
  )
}
