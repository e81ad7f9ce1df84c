import { formatMoney, type Money } from '#domain/money.ts'
import { useLanguage } from '../words/use-language.ts'

/** Writes amounts within sentences. */
export function useMoney(): (money: Money) => string {
  const { locale } = useLanguage()
  return (money) => formatMoney(money, locale)
}
