import { amountText } from './amount.ts'
import { brCodeOf } from './br-code-of.ts'
import type { Customer } from './customers.ts'
import { pixJson, visiblePixOf } from './pix-json.ts'
import { Problem } from './problem.ts'
import type { Cob, CobStatus, CobTerms } from './records.ts'
import type { Bank } from './deps.ts'

/** A charge as `PUT`, `POST` and `PATCH` answer (`CobGerada`). */
export function cobJson(cob: Cob, customer: Customer, revision = cob.revisions.length - 1) {
  const revised = cob.revisions[revision]
  if (revised === undefined)
    throw new Problem('CobConsultaInvalida', 'A revisão não existe.', [
      {
        razao: 'O parâmetro revisao corresponde a uma revisão inexistente.',
        propriedade: 'revisao',
      },
    ])
  const isLast = revision === cob.revisions.length - 1
  return generated(cob, customer, {
    revisao: revision,
    terms: revised.terms,
    status: isLast ? cob.status : revised.status,
  })
}

/** A charge with its Pix (`CobCompleta`). */
export function fullCobJson(bank: Bank, cob: Cob, customer: Customer, revision?: number) {
  const pix = visiblePixOf(bank, cob)
  const json = cobJson(cob, customer, revision)
  // A charge whose Pix look-ups do not show yet is shown as active.
  const isUnseen = json.status === 'CONCLUIDA' && pix.length === 0
  return {
    ...json,
    ...(isUnseen && { status: 'ATIVA' }),
    ...(pix.length > 0 && { pix: pix.map(pixJson) }),
  }
}

function generated(
  cob: Cob,
  customer: Customer,
  { revisao, terms, status }: { revisao: number; terms: CobTerms; status: CobStatus },
) {
  const { txid, criacao, location } = cob
  const { expiracao, originalMinor, isAlterable, chave, devedor } = terms
  const { solicitacaoPagador, infoAdicionais } = terms
  return {
    calendario: { criacao, expiracao },
    txid,
    revisao,
    // `CobGerada` requires the `txid` of `loc`, although its schema does not declare it there.
    loc: { id: cob.locationId, txid, location, tipoCob: 'cob', criacao },
    location,
    status,
    ...(devedor && { devedor }),
    valor: { original: amountText(originalMinor), modalidadeAlteracao: isAlterable ? 1 : 0 },
    chave,
    ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    ...(infoAdicionais && { infoAdicionais }),
    pixCopiaECola: brCodeOf(cob, customer),
  }
}
