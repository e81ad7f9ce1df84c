import { useState } from 'react'
import type { Timeline, TimelineHold, TimelinePayment } from '#contract/dashboard/timeline.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { useMoney } from '../../parts/use-money.ts'
import { useLanguage, useTranslate } from '../../words/use-language.ts'
import { Command, ReasonField } from './action-fields.tsx'
import { AmountField } from './amount-field.tsx'
import { readTyped } from './read-typed.ts'

/** Captures what is held, in full or in part. */
export function CaptureButton({ timeline, payment, hold, onDone }: HoldButtonProps) {
  const { t, locale } = useLanguage()
  const money = useMoney()
  const [text, setText] = useState<string>()
  const { session, merchant } = timeline
  const { currency } = payment
  const inMoney = (amount: number) => ({ amount, currency })
  const most = hold.amount
  const { typed, amount } = readTyped(text, { most, currency, locale })
  const input = amount !== undefined && {
    merchantId: merchant.id,
    sessionId: session.id,
    paymentId: payment.id,
    amount,
    currency,
  }
  return (
    <ActionButton
      dashboardAction="payment.capture"
      input={() => input || undefined}
      label={t('payments.capture')}
      title={t('payments.capture-title', { order: session.orderReference ?? session.id })}
      verb={
        amount === undefined
          ? t('payments.capture')
          : t('payments.capture-verb', { amount: money(inMoney(amount)) })
      }
      onDone={({ result }) => {
        setText(undefined)
        onDone(t(`payments.capture-${result}`))
      }}
    >
      <p className="hint">{t('payments.capture-text')}</p>
      <AmountField
        id="capture"
        {...{ typed, amount, most, currency }}
        changes={(taken) => [
          [t('payments.capture-held'), most],
          [t('payments.capture-rest'), most - taken],
        ]}
        onType={setText}
      />
      <Command>
        {`npx --no checkout payments capture ${session.id} --amount ${amount ?? '…'}`}
      </Command>
    </ActionButton>
  )
}

/** Releases what is held. */
export function VoidButton({ timeline, payment, onDone }: Omit<HoldButtonProps, 'hold'>) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const { session, merchant } = timeline
  const given = reason.trim()
  return (
    <ActionButton
      dashboardAction="payment.void"
      input={{
        merchantId: merchant.id,
        sessionId: session.id,
        paymentId: payment.id,
        ...(given !== '' && { reason: given }),
      }}
      label={t('payments.void')}
      isDangerous
      title={t('payments.void-title', { order: session.orderReference ?? session.id })}
      verb={t('payments.void')}
      onDone={({ result }) => onDone(t(`payments.void-${result}`))}
    >
      <p>{t('payments.void-text')}</p>
      <ReasonField label={t('payments.reason-optional')} value={reason} onChange={setReason} />
      <Command>{`npx --no checkout payments void ${session.id}`}</Command>
    </ActionButton>
  )
}

interface HoldButtonProps {
  timeline: Timeline
  payment: TimelinePayment
  hold: TimelineHold
  onDone: (text: string) => void
}
