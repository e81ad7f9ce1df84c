import { useState } from 'react'
import type { Timeline, TimelineHold, TimelinePayment } from '#contract/dashboard/timeline.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { Money } from '../../parts/money.tsx'
import { useMoney } from '../../parts/use-money.ts'
import { useLanguage, useTranslate } from '../../words/use-language.ts'
import { ReasonField } from './action-fields.tsx'
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
      <label className="field">
        {t('payments.refund-amount', { currency })}
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          aria-invalid={amount === undefined}
          aria-describedby="capture-understood"
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <output id="capture-understood">
        {amount === undefined ? (
          <span className="trouble">
            {t('payments.refund-wrong', {
              least: money(inMoney(1)),
              most: money(inMoney(most)),
            })}
          </span>
        ) : (
          <dl className="before-after">
            <div>
              <dt>{t('payments.capture-held')}</dt>
              <dd>
                <Money {...inMoney(most)} />
              </dd>
            </div>
            <div>
              <dt>{t('payments.capture-rest')}</dt>
              <dd>
                <Money {...inMoney(most - amount)} />
              </dd>
            </div>
          </dl>
        )}
      </output>
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
    </ActionButton>
  )
}

interface HoldButtonProps {
  timeline: Timeline
  payment: TimelinePayment
  hold: TimelineHold
  onDone: (text: string) => void
}
