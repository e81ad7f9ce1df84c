import { takenBackNow } from '#domain/timeline-standing.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Timeline, TimelinePayment } from '#contract/dashboard/timeline.ts'
import { isOpenDispute } from '#domain/dispute.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { refundLimitAt } from '../../actions/may.ts'
import { meQuery } from '../../calls/me.ts'
import { useMoney } from '../../parts/use-money.ts'
import { useDeps } from '../../deps.ts'
import { useLanguage } from '../../words/use-language.ts'
import { Command, ReasonField } from './action-fields.tsx'
import { AmountField } from './amount-field.tsx'
import { readTyped } from './read-typed.ts'

/** Refunds a payment in full or in part. Renders nothing when the person may not refund it, or nothing is left to refund. */
export function RefundButton({ timeline, payment, onDone }: RefundButtonProps) {
  const { t, locale } = useLanguage()
  const money = useMoney()
  const { data: me } = useSuspenseQuery(meQuery(useDeps()))
  const [text, setText] = useState<string>()
  const [reason, setReason] = useState('')
  const { session, merchant } = timeline
  const { amount: captured, currency } = payment.captured
  const inMoney = (amount: number) => ({ amount, currency })
  const left = captured - payment.refunded - takenBackNow(payment)
  const limit = refundLimitAt(me, merchant.id, currency)
  const most = Math.min(left, limit - payment.refunded)
  const disputes = timeline.disputes.filter(({ paymentId }) => paymentId === payment.id)
  const open = disputes.filter(({ status }) => isOpenDispute(status))
  if (left < 1 && disputes.some(({ status, stage }) => status !== 'won' && stage !== 'inquiry'))
    return <p className="hint">{t('payments.refund-taken')}</p>
  if (most < 1) return null

  const { typed, amount } = readTyped(text, { most, currency, locale })
  const given = reason.trim()
  const input = amount !== undefined && {
    merchantId: merchant.id,
    sessionId: session.id,
    paymentId: payment.id,
    amount,
    currency,
    ...(given !== '' && { reason: given }),
  }
  return (
    <ActionButton
      dashboardAction="refund.create"
      input={() => input || undefined}
      label={t('payments.refund')}
      shortcut="r"
      title={t('payments.refund-title', { order: session.orderReference ?? session.id })}
      verb={
        amount === undefined
          ? t('payments.refund')
          : t('payments.refund-verb', { amount: money(inMoney(amount)) })
      }
      onDone={({ status }) => {
        setText(undefined)
        setReason('')
        onDone(t(`payments.refund-${status}`))
      }}
    >
      <p className="hint">{t('payments.refund-text')}</p>
      {open.map(({ id, stage }) => (
        <p key={id} className="hint">
          {t(stage === 'inquiry' ? 'payments.refund-inquiry' : 'payments.refund-disputed')}
        </p>
      ))}
      {limit < captured && (
        <p className="hint">{t('payments.refund-limit', { limit: money(inMoney(limit)) })}</p>
      )}
      <AmountField
        id="refund"
        {...{ typed, amount, most, currency }}
        changes={(taken) => [
          [t('payments.refund-left'), left],
          [t('payments.refund-after'), left - taken],
        ]}
        onType={setText}
      />
      <ReasonField label={t('payments.reason-optional')} value={reason} onChange={setReason} />
      <Command>
        {`npx --no checkout refunds create ${session.id} --payment ${payment.id} --amount ${amount ?? '…'} --key …`}
      </Command>
    </ActionButton>
  )
}

interface RefundButtonProps {
  timeline: Timeline
  payment: TimelinePayment
  onDone: (text: string) => void
}
