import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { ReplayFilter } from '#contract/dashboard/deliveries.ts'
import type { Extent } from '#contract/dashboard/permissions.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { useExtent } from '../../actions/may.ts'
import { matchingQuery } from '../../calls/webhook-queries.ts'
import { Trouble } from '../../layout/error-view.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

const PACES = [1, 10, 50, 100] as const
const REPLAYED_MAX: Partial<Record<Extent, number>> = { at_most_100: 100, at_most_10: 10 }

/** Replays all events that match: the first press counts them, the second begins. */
export function ReplayAll({ merchantId, filter }: ReplayAllProps) {
  const t = useTranslate()
  const extent = useExtent('deliveries:replay', merchantId)
  const [counted, setCounted] = useState<number>()
  const [perSecond, setPerSecond] = useState(10)
  if (extent === undefined) return null
  const isWithin = counted !== undefined && counted <= (REPLAYED_MAX[extent] ?? Infinity)
  return (
    <ActionButton
      dashboardAction="delivery.replayMatching"
      input={() => (isWithin ? { merchantId, filter, perSecond, atMost: counted } : undefined)}
      label={t('webhook.replay-all')}
      title={t(`webhook.replay-title.${filter.state}`)}
      verb={
        counted === undefined
          ? t('webhook.replay-begin')
          : t('webhook.replay-count', { count: counted })
      }
    >
      <Count merchantId={merchantId} filter={filter} extent={extent} onCounted={setCounted} />
      <p className="pace">
        <label>
          {t('webhook.pace')}{' '}
          <select value={perSecond} onChange={({ target }) => setPerSecond(Number(target.value))}>
            {PACES.map((pace) => (
              <option key={pace} value={pace}>
                {t('webhook.per-second', { count: pace })}
              </option>
            ))}
          </select>
        </label>
      </p>
      <p className="hint">{t('webhook.replay-text')}</p>
      <Command merchantId={merchantId} filter={filter} perSecond={perSecond} />
    </ActionButton>
  )
}

/** Counts what a replay would send again. Counting sends nothing. */
function Count({ merchantId, filter, extent, onCounted }: CountProps) {
  const t = useTranslate()
  const { call } = useDeps()
  const { data, error, isFetching, refetch } = useQuery({
    ...matchingQuery({ call }, merchantId, filter),
    staleTime: Infinity,
  })
  const count =
    data === undefined || isFetching || data.isTooMany || data.matched === 0
      ? undefined
      : data.matched
  // Before the first paint. Reset when the dialog closes: the next dialog counts again, and can begin nothing until then.
  useLayoutEffect(() => {
    onCounted(count)
    return () => onCounted(undefined)
  }, [count, onCounted])
  const max = REPLAYED_MAX[extent] ?? Infinity
  return (
    <>
      <output>
        {isFetching || data === undefined ? (
          error === null && t('webhook.counting')
        ) : data.isTooMany ? (
          t('webhook.too-many')
        ) : data.matched === 0 ? (
          t('webhook.none-match')
        ) : (
          <>
            <span>
              {t('webhook.match', { count: data.matched, sessions: String(data.sessions) })}
            </span>{' '}
            {data.oldestAt !== null && (
              <span>
                {t('webhook.oldest')} <Time at={data.oldestAt} />
              </span>
            )}
            {data.matched > max && <strong> {t('webhook.over', { max: String(max) })}</strong>}
          </>
        )}
      </output>
      <Trouble error={error} />
      <p>
        <button type="button" className="quiet" onClick={() => void refetch()}>
          {t('webhook.count-again')}
        </button>
      </p>
    </>
  )
}

/** The command that does the same. */
function Command({ merchantId, filter, perSecond }: ReplayAllProps & { perSecond: number }) {
  const t = useTranslate()
  const options = Object.entries({ merchant: merchantId, ...filter, 'per-second': perSecond })
  const command = `npx --no checkout deliveries replay-matching ${options
    .map(([name, value]) => `--${name} ${value}`)
    .join(' ')}`
  return (
    <details>
      <summary>{t('webhook.command')}</summary>
      <pre>
        <code>{command}</code> <CopyButton text={command} what={t('webhook.command')} />
      </pre>
    </details>
  )
}

interface ReplayAllProps {
  merchantId: string
  filter: ReplayFilter
}

interface CountProps extends ReplayAllProps {
  extent: Extent
  onCounted: (count: number | undefined) => void
}
