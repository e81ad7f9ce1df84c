import { expect, it } from 'vitest'
import { knownReferences } from '#server/service/payments/known-outcome.ts'
import { loadWords } from '../../words/load-words.ts'
import { labelOfReference } from './label-of-reference.ts'

/** Every name that a payment of a timeline can have. */
const NAMES = Object.keys(
  knownReferences({
    processorReference: '1',
    authorizationCode: '1',
    endToEndId: '1',
    txid: '1',
    boletoNumber: '1',
  }) ?? {},
)

it.each([
  [
    'en',
    [
      'Reference at the processor',
      'Authorization code of the card',
      'Pix end-to-end id',
      'Id of the Pix charge (txid)',
      'Number of the boleto at its bank (nosso número)',
    ],
  ],
  [
    'pt-BR',
    [
      'Referência no processador',
      'Código de autorização do cartão',
      'Id de ponta a ponta do Pix',
      'Id da cobrança Pix (txid)',
      'Nosso número do boleto',
    ],
  ],
])('in %s the references of a payment are called by words', async (tag, labels) => {
  const { t } = await loadWords([tag])
  expect(NAMES.map((name) => labelOfReference(t, name))).toEqual(labels)
})

it.each(['reference_of_later', 'constructor'])('%s is called by its own name', async (name) => {
  const { t } = await loadWords(['en'])
  expect(labelOfReference(t, name)).toBe(`Reference ${name}`)
})
