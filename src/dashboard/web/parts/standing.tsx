import type { Standing } from '#contract/dashboard/standing.ts'
import { useTranslate } from '../words/use-language.ts'
import { Mark } from './mark.tsx'
import { Money } from './money.tsx'
import { useMoney } from './use-money.ts'

/** What a payment is, in a word. */
export function StandingMark({ of: { word, tone } }: { of: Standing }) {
  const t = useTranslate()
  return <Mark tone={tone}>{t(`standing.${word}`)}</Mark>
}

/** What the shopper was charged, and beside it what is kept where that is less. */
export function StandingMoney({ of: { charged, kept } }: { of: Standing }) {
  const t = useTranslate()
  const money = useMoney()
  return (
    <span className="amounts">
      <Money {...charged} />
      {kept !== null && kept.amount < charged.amount && (
        <>
          <br /> <span className="hint kept">{t('standing.kept', { amount: money(kept) })}</span>
        </>
      )}
    </span>
  )
}
