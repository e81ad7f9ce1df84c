import { useId, useState } from 'react'
import type { Timeline, TimelineRefund } from '#contract/dashboard/timeline.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { useMoney } from '../../parts/use-money.ts'
import { useTranslate } from '../../words/use-language.ts'
import { Command, ReasonField } from './action-fields.tsx'

const ENDS = ['succeeded', 'failed'] as const

/** Ends a pending refund as the person has found it in the processor's books. */
export function SettleButton({ timeline, refund, onDone }: SettleButtonProps) {
  const t = useTranslate()
  const money = useMoney()
  const group = useId()
  const [end, setEnd] = useState<(typeof ENDS)[number]>()
  const [reason, setReason] = useState('')
  const { id: refundId, amount, currency } = refund
  const texts = { amount: money(refund) }
  const merchantId = timeline.merchant.id
  return (
    <ActionButton
      dashboardAction="refund.settle"
      input={() =>
        end && { merchantId, refundId, as: end, amount, currency, reason: reason.trim() }
      }
      label={t('payments.settle', texts)}
      title={t('payments.settle-title', texts)}
      verb={t('payments.settle-verb')}
      onDone={() => onDone(t('payments.settled'))}
    >
      <p>{t('payments.settle-text')}</p>
      <fieldset className="choices">
        <legend>{t('payments.settle-as')}</legend>
        {ENDS.map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={group}
              required
              checked={end === one}
              onChange={() => setEnd(one)}
            />
            {t(`payments.settle-${one}`)}
          </label>
        ))}
      </fieldset>
      <ReasonField
        label={t('payments.reason-audit')}
        value={reason}
        onChange={setReason}
        isRequired
      />
      <Command>{`npx --no checkout refunds settle ${refundId} --as ${end ?? '…'} --reason …`}</Command>
    </ActionButton>
  )
}

interface SettleButtonProps {
  timeline: Pick<Timeline, 'merchant'>
  refund: TimelineRefund
  onDone: (text: string) => void
}
