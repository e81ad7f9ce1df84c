import type { DeclineCode } from '#contract/payment.ts'
import { useLanguage, useSay } from '../../words/use-language.ts'
import { type FilterName, METHODS, PAYMENT_STATES, SESSION_STATES } from './payment-filters.ts'

/** Writes a filter of the address in words. An unknown value is shown as it is; the server refuses it. */
export function useFilterTexts(): (name: FilterName, value: string) => string {
  const { say, locale } = useLanguage()
  const declineText = useDeclineText()
  const amount = (decimal: string) => new Intl.NumberFormat(locale).format(Number(decimal))
  const day = (text: string) =>
    Number.isNaN(Date.parse(text))
      ? text
      : new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
          new Date(text),
        )
  const known = <Word extends string>(words: readonly Word[], value: string) =>
    words.find((word) => word === value)

  return (name, value) => {
    switch (name) {
      case 'status': {
        const state = known(SESSION_STATES, value)
        return state === undefined ? value : say(`session.${state}`)
      }
      case 'payment': {
        const state = known(PAYMENT_STATES, value)
        return state === undefined ? value : say(`paid-state.${state}`)
      }
      case 'method': {
        const method = known(METHODS, value)
        return method === undefined ? value : say(`method.${method}`)
      }
      case 'declined':
        if (value === 'yes' || value === 'no') return say(`payments.declined-${value}`)
        return declineText(value)
      case 'late':
        return value === 'yes' || value === 'no' ? say(`payments.late-${value}`) : value
      case 'amountFrom':
        return say('payments.chip-amount-from', { amount: amount(value) })
      case 'amountTo':
        return say('payments.chip-amount-to', { amount: amount(value) })
      case 'from':
        return say('payments.chip-from', { day: day(value) })
      case 'to':
        return say('payments.chip-to', { day: day(value) })
    }
  }
}

const DECLINES: readonly DeclineCode[] = [
  'card_declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
  'lost_card',
  'stolen_card',
  'suspected_fraud',
  'authentication_failed',
  'authentication_abandoned',
  'pix_expired',
  'boleto_expired',
  'replaced',
]

/** Writes a decline code in words. An unknown code is shown as it is. */
export function useDeclineText(): (code: string) => string {
  const say = useSay()
  return (code) => {
    const known = DECLINES.find((one) => one === code)
    return known === undefined ? code : say(`decline.${known}`)
  }
}
