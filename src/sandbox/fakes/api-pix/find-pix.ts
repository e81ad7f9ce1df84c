import type { Customer } from './customers.ts'
import { visiblePixWith } from './pix-json.ts'
import { Problem } from './problem.ts'
import type { Devolucao, Pix } from './records.ts'
import type { Bank } from './deps.ts'

export function findPix(bank: Bank, customer: Customer, e2eid: string): Pix {
  const pix = visiblePixWith(bank, customer, e2eid)
  if (pix === undefined)
    throw new Problem('PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.')
  return pix
}

export function findDevolucao({ devolucoes }: Pix, id: string): Devolucao {
  const devolucao = devolucoes.find((other) => other.id === id)
  if (devolucao === undefined)
    throw new Problem(
      'PixDevolucaoNaoEncontrada',
      'Devolução não encontrada para o e2eid informado.',
    )
  return devolucao
}
