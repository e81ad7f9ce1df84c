import type { DeliveryReplay } from '#contract/dashboard/deliveries.ts'
import { ActionTrouble } from '../../actions/action-trouble.tsx'
import { useExtent } from '../../actions/may.ts'
import { useAction } from '../../actions/use-action.ts'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'

/** The progress of the replay that is running, or the result of the last one. */
export function ReplayGoing({ merchantId, replay }: ReplayGoingProps) {
  const t = useTranslate()
  const mayStop = useExtent('deliveries:replay', merchantId) !== undefined
  const stopping = useAction('delivery.stopReplay')
  if (replay === null) return null
  const { matched, released, finishedAt } = replay
  const values = { released: String(released), count: matched }
  if (finishedAt !== null)
    return (
      <output className="hint">
        {t('webhook.replayed', values)} <Time at={finishedAt} />
      </output>
    )
  return (
    <section aria-label={t('webhook.replay-goes-on')} className="replay-going">
      <label>
        <span>{t('webhook.replaying', values)}</span>
        <progress max={matched} value={released} />
      </label>
      {mayStop && (
        <button
          type="button"
          className="quiet"
          aria-disabled={stopping.isPending}
          onClick={() => !stopping.isPending && stopping.mutate({ merchantId })}
        >
          {t(stopping.isPending ? 'dashboard-action.pending' : 'webhook.stop')}
        </button>
      )}
      <ActionTrouble error={stopping.error} />
    </section>
  )
}

interface ReplayGoingProps {
  merchantId: string
  replay: DeliveryReplay | null
}
