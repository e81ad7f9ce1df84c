import type { Integration } from '#contract/dashboard/merchants.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'

/** Why calls of the merchant's backend were refused, the most frequent first. */
export function RefusedCalls({ integration: { refusedCalls, apiUrl } }: RefusedCallsProps) {
  const t = useTranslate()
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">{t('integration.refused')}</h2>
      {refusedCalls.length === 0 ? (
        <p className="hint">{t('integration.no-refused')}</p>
      ) : (
        <ul className="rows">
          {refusedCalls.map(({ operation, status, code, paths, calls, lastAt, lastRequestId }) => (
            <li key={[operation, code, ...paths].join(' ')}>
              <div className="row-main">
                <p>
                  <Mark tone={status < 500 ? 'warn' : 'danger'}>{status}</Mark>{' '}
                  <a href={`${apiUrl}/docs#${code}`}>
                    <code>{code}</code>
                  </a>{' '}
                  <code>{operation}</code>
                </p>
                {paths.length > 0 && (
                  <p>
                    <code>{paths.join(', ')}</code>
                  </p>
                )}
                <p className="hint">
                  {t('integration.refused-calls', { count: calls })}
                  {' · '}
                  {t('integration.refused-last')} <Time at={lastAt} /> <code>{lastRequestId}</code>{' '}
                  <CopyButton text={lastRequestId} what={t('integration.request-id')} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface RefusedCallsProps {
  integration: Integration
}
