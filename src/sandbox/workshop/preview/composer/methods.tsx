import type { ComponentType } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { useComposer } from './composer-context.ts'
import { NumberField, SelectField } from './controls.tsx'
import { notDefault } from './not-default.ts'

export const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  pix: 'Pix',
  boleto: 'Boleto',
}

/** The methods that have options, which are in the session's field of the same name. */
export const METHOD_TERMS: readonly { method: string; Terms: ComponentType }[] = [
  { method: 'pix', Terms: PixTerms },
  { method: 'boleto', Terms: BoletoTerms },
]

const PIX_TIMES = [
  ['300', '5 minutes'],
  ['900', '15 minutes'],
  ['1800', '30 minutes (default)'],
  ['3600', '1 hour'],
  ['86400', '1 day'],
] as const

function PixTerms() {
  const { session, changeSession } = useComposer()
  return (
    <SelectField
      path="pix.expiresInSeconds"
      label="A Pix code is good for"
      options={PIX_TIMES}
      value={String(session.pix?.expiresInSeconds ?? LIMITS.pixExpiresInSecondsDefault)}
      onValue={(seconds) =>
        changeSession({
          pix: notDefault('expiresInSeconds', seconds, LIMITS.pixExpiresInSecondsDefault),
        })
      }
    />
  )
}

function BoletoTerms() {
  const { session, changeSession } = useComposer()
  return (
    <NumberField
      path="boleto.expiresInDays"
      label="Days to pay a boleto"
      value={session.boleto?.expiresInDays}
      onValue={(expiresInDays) =>
        changeSession({ boleto: expiresInDays === undefined ? undefined : { expiresInDays } })
      }
      hint={`${LIMITS.boletoExpiresInDaysDefault} when left out.`}
    />
  )
}
