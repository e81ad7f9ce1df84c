import { STANDING_FILTERS } from '#contract/dashboard/standing-words.ts'
import type { DeclineCode } from '#contract/payment.ts'
import { useLanguage, useTranslate } from '../../words/use-language.ts'
import { type FilterName, METHODS, SESSION_STATES } from './payment-filters.ts'

/** Writes a filter of the address in words. An unknown value is shown as it is; the server refuses it. */
export function useFilterTexts(): (name: FilterName, value: string) => string {
  const { t, locale } = useLanguage()
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
        return state === undefined ? value : t(`session.${state}`)
      }
      case 'payment': {
        const word = known(STANDING_FILTERS, value)
        if (word === undefined) return value
        return t(word === 'unpaid' ? 'payments.unpaid' : `standing.${word}`)
      }
      case 'method': {
        const method = known(METHODS, value)
        return method === undefined ? value : t(`method.${method}`)
      }
      case 'declined':
        if (value === 'yes' || value === 'no') return t(`payments.declined-${value}`)
        return declineText(value)
      case 'takenBack':
        return value === 'yes' || value === 'no' ? t(`payments.taken-back-${value}`) : value
      case 'late':
        return value === 'yes' || value === 'no' ? t(`payments.late-${value}`) : value
      case 'amountFrom':
        return t('payments.chip-amount-from', { amount: amount(value) })
      case 'amountTo':
        return t('payments.chip-amount-to', { amount: amount(value) })
      case 'from':
        return t('payments.chip-from', { day: day(value) })
      case 'to':
        return t('payments.chip-to', { day: day(value) })
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
  'issuer_unavailable',
  'card_not_supported',
  'card_blocked',
  'limit_exceeded',
]

/** Writes a decline code in words. An unknown code is shown as it is. */
export function useDeclineText(): (code: string) => string {
  const t = useTranslate()
  return (code) => {
    const known = DECLINES.find((one) => one === code)
    return known === undefined ? code : t(`decline.${known}`)
  }
}
