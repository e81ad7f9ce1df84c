import { useMutation } from '@tanstack/react-query'
import type { PersonAnswer, TimelineAnswer } from '#contract/dashboard/timeline-answer.ts'
import { Trouble } from '../../layout/error-view.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

/** The payer's data, masked. A button shows it in full, which the server records; the full data stays in this component. */
export function Payer({ sessionId, answer }: { sessionId: string; answer: TimelineAnswer }) {
  const t = useTranslate()
  const { call } = useDeps()
  const show = useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: () =>
      call<PersonAnswer>(`/timeline/${sessionId}/person`, { method: 'POST', body: {} }),
  })
  const person = show.data ?? answer.person
  const rows = (
    [
      ['name', person?.name],
      ['email', person?.email],
      ['phone', person?.phone],
      ['tax-id', person?.taxId],
    ] as const
  ).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
  return (
    <section aria-labelledby="payer" className="payer">
      <h2 id="payer">{t('timeline.payer')}</h2>
      {rows.length === 0 ? (
        <p className="hint">{t('timeline.no-person')}</p>
      ) : (
        <dl>
          {rows.map(({ name, value }) => (
            <div key={name}>
              <dt>{t(`timeline.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {answer.showsPerson && rows.length > 0 && show.data === undefined && (
        <button type="button" className="quiet" onClick={() => show.mutate()}>
          {t('timeline.show-person')}
        </button>
      )}
      <Trouble error={show.error} />
    </section>
  )
}
