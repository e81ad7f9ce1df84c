import { formatMoney } from '#domain/money.ts'
import { useLanguage } from '../words/use-language.ts'

/** An amount in minor units, always with its currency. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const { locale } = useLanguage()
  return <span className="money">{formatMoney({ amount, currency }, locale)}</span>
}
