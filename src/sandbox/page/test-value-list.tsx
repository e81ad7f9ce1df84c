import { sandboxPanelWords } from '#words/sandbox-words.ts'
import { useTestCards } from './use-test-cards.ts'

export function TestValueList({ locale }: { locale: string }) {
  const words = sandboxPanelWords(locale)
  const ofProcessor = useTestCards()
  const simulated = [
    ['4242 4242 4242 4242', words.paid],
    ['4000 0000 0000 0002', words.declined],
    ['4000 0000 0000 9995', words.insufficientFunds],
    ['4000 0025 0000 3155', words.challenge],
    ['4000 2020 0000 0004', words.processing],
    ['4000 5040 0000 0003', words.noAnswer],
  ] as const
  const emails = [
    ['succeed_immediately@example.com', words.paidAtOnce],
    ['expire_immediately@example.com', words.expiresAtOnce],
    ['fill_never@example.com', words.neverPaid],
  ] as const
  if (ofProcessor === undefined) return null
  const cards =
    ofProcessor?.map(
      ({ number, holderName = '', leadsTo }) =>
        [`${number} ${holderName}`.trim(), words[leadsTo]] as const,
    ) ?? simulated
  return (
    <>
      <dl>
        {[...cards, ...emails].map(([value, meaning]) => (
          <div key={value}>
            <dt dir="ltr">{value}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>{words.anyExpiryAndCode}</p>
    </>
  )
}
