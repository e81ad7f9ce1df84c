import type { WebhookAnswer } from '#contract/dashboard/webhook.ts'
import { useZone } from '../../parts/zone.ts'
import { useLanguage } from '../../words/use-language.ts'

const KINDS = ['givenUp', 'failing', 'waiting', 'ok'] as const

/** Deliveries by hour, as bars, and as a list for screen readers. */
export function Hours({ hours, isWhole }: Pick<WebhookAnswer, 'hours' | 'isWhole'>) {
  const { t, locale } = useLanguage()
  const { timeZone } = useZone()
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })
  const most = Math.max(
    1,
    ...hours.map(({ ok, waiting, failing, givenUp }) => ok + waiting + failing + givenUp),
  )
  return (
    <figure className="hours">
      <figcaption className="hint">
        {t('webhook.hours')} {!isWhole && <span>{t('webhook.hours-cut')}</span>}
      </figcaption>
      <ol>
        {hours.map((hour) => (
          <li key={hour.startsAt}>
            {KINDS.map((kind) => (
              <span
                key={kind}
                data-kind={kind}
                style={{ height: `${Math.ceil((40 * hour[kind]) / most)}px` }}
              />
            ))}
            <span className="visually-hidden">
              {clock.format(new Date(hour.startsAt))}:{' '}
              {t('webhook.hour', {
                ok: String(hour.ok),
                failing: String(hour.failing + hour.givenUp),
                waiting: String(hour.waiting),
              })}
            </span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
