import { isRefundHeld, takenBackNow } from '#domain/timeline-standing.ts'
import { type ReactNode, useState } from 'react'
import type {
  DashboardActionAnswer,
  DashboardAction,
  DashboardActionSent,
} from '#contract/dashboard/actions.ts'
import type { Timeline, TimelinePayment } from '#contract/dashboard/timeline.ts'
import { isLive } from '#domain/payment-state.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { ActionTrouble } from '../../actions/action-trouble.tsx'
import { useExtent } from '../../actions/may.ts'
import { useAction } from '../../actions/use-action.ts'
import { Money } from '../../parts/money.tsx'
import { Time } from '../../parts/time.tsx'
import { useMoney } from '../../parts/use-money.ts'
import { useTranslate } from '../../words/use-language.ts'
import { Command, ReasonField } from './action-fields.tsx'
import { CaptureButton, VoidButton } from './hold-buttons.tsx'
import { RefundButton } from './refund-button.tsx'
import { SettleButton } from './settle-button.tsx'
import { unheardEvents } from './unheard-events.ts'

/**
 * The dashboard actions that this person may do and that the payment's state allows. Pending decisions stand above the others.
 */
export function TimelineActions({ timeline }: { timeline: Timeline }) {
  const t = useTranslate()
  const [done, setDone] = useState('')
  const { session, merchant, payments, refunds } = timeline
  const manages = useExtent('payments:manage', merchant.id) !== undefined
  const decides = useExtent('payments:decide', merchant.id) !== undefined
  const replays = useExtent('deliveries:replay', merchant.id) !== undefined
  const unheard = unheardEvents(timeline)
  const live = payments.find(({ status }) => isLive(status))
  const held = live?.status === 'amount_mismatch' ? live : undefined
  const captures = useExtent('payments:capture', merchant.id) !== undefined
  const isOnHold = live?.status === 'authorized' && live.captureMethod === 'manual'
  const hold = captures && isOnHold && live.hold?.intent === null ? live.hold : undefined
  const paid = payments.find(({ status }) => status === 'succeeded')
  const ids = { merchantId: merchant.id, sessionId: session.id }
  return (
    <>
      {held !== undefined && (
        <Held {...{ merchantId: merchant.id, payment: held, decides, setDone }} />
      )}
      {payments
        .filter(({ isOwed }) => isOwed)
        .map((payment) => (
          <Owed key={payment.id} {...{ timeline, payment, decides, setDone }} />
        ))}
      <section className="timeline-actions" aria-label={t('payments.actions')}>
        {paid !== undefined && <RefundButton timeline={timeline} payment={paid} onDone={setDone} />}
        {live !== undefined && hold !== undefined && (
          <>
            <CaptureButton {...{ timeline, payment: live, hold }} onDone={setDone} />
            <VoidButton {...{ timeline, payment: live }} onDone={setDone} />
          </>
        )}
        {manages && live !== undefined && held === undefined && !isOnHold && (
          <PressButton
            dashboardAction="payment.inquire"
            input={{ merchantId: merchant.id, paymentId: live.id }}
            label={t('payments.inquire')}
            onDone={({ inquiry }) => setDone(t(`payments.inquired.${inquiry}`))}
          />
        )}
        {decides &&
          refunds
            .filter(({ status }) => status === 'pending')
            .map((refund) => (
              <SettleButton key={refund.id} {...{ timeline, refund }} onDone={setDone} />
            ))}
        {replays && unheard.length > 0 && (
          <PressButton
            dashboardAction="event.replay"
            input={{ merchantId: merchant.id, eventIds: unheard }}
            label={t('timeline.tell-again')}
            onDone={({ replays: { length: count } }) => setDone(t('webhook.sent', { count }))}
          />
        )}
        {manages && session.status === 'open' && live === undefined && (
          <CancelButton ids={ids} order={session.orderReference} onDone={setDone} />
        )}
        <output className="hint">{done}</output>
      </section>
    </>
  )
}

function CancelButton({ ids, order, onDone }: CancelButtonProps) {
  const t = useTranslate()
  const [reason, setReason] = useState('')
  const given = reason.trim()
  return (
    <ActionButton
      dashboardAction="session.cancel"
      input={{ ...ids, ...(given !== '' && { reason: given }) }}
      label={t('payments.cancel')}
      isDangerous
      title={t('payments.cancel-title', { order: order ?? ids.sessionId })}
      verb={t('payments.cancel')}
      onDone={() => onDone(t('payments.canceled'))}
    >
      <p>{t('payments.cancel-text')}</p>
      <ReasonField label={t('payments.reason-optional')} value={reason} onChange={setReason} />
      <Command>{`npx --no checkout sessions cancel ${ids.sessionId}`}</Command>
    </ActionButton>
  )
}

interface CancelButtonProps {
  ids: { merchantId: string; sessionId: string }
  order: string | null
  onDone: (text: string) => void
}

interface DecisionProps {
  payment: TimelinePayment
  decides: boolean
  setDone: (text: string) => void
}

/**
 * A payment whose captured amount differs from the one that was asked: both amounts, and the dashboard actions for people who
 * may decide.
 */
function Held({ merchantId, payment, decides, setDone }: DecisionProps & { merchantId: string }) {
  const t = useTranslate()
  const money = useMoney()
  const [reason, setReason] = useState('')
  const asked = { amount: payment.amount, currency: payment.currency }
  const { captured, id: paymentId } = payment
  const texts = { taken: money(captured), asked: money(asked) }
  const isAcceptable = captured.amount > 0 && captured.currency === asked.currency
  const given = reason.trim()
  return (
    <section aria-labelledby="held" className="to-decide">
      <h2 id="held">{t('payments.held')}</h2>
      <p className="hint">{t('payments.held-text')}</p>
      <Rows>
        {{
          [t('payments.asked')]: <Money {...asked} />,
          [t('payments.taken')]: <Money {...captured} />,
        }}
      </Rows>
      {decides && (
        <div className="timeline-actions">
          {isAcceptable && (
            <ActionButton
              dashboardAction="payment.accept"
              input={{ merchantId, paymentId, ...captured, ...(given !== '' && { reason: given }) }}
              label={t('payments.accept')}
              title={t('payments.accept-title', texts)}
              verb={t('payments.accept-verb', texts)}
              onDone={() => setDone(t('payments.accepted'))}
            >
              <p>{t('payments.accept-text')}</p>
              <ReasonField label={t('payments.reason-audit')} value={reason} onChange={setReason} />
              <Command>{`npx --no checkout payments accept ${paymentId}`}</Command>
            </ActionButton>
          )}
          <ActionButton
            dashboardAction="payment.refuse"
            input={{ merchantId, paymentId, ...captured, reason: given }}
            label={t('payments.refuse')}
            isDangerous
            title={t('payments.refuse-title', texts)}
            verb={t('payments.refuse-verb', texts)}
            onDone={() => setDone(t('payments.refused'))}
          >
            <p>{t('payments.refuse-text')}</p>
            <ReasonField
              label={t('payments.reason-audit')}
              value={reason}
              onChange={setReason}
              isRequired
            />
            <Command>{`npx --no checkout payments refuse ${paymentId} --reason …`}</Command>
          </ActionButton>
        </div>
      )}
    </section>
  )
}

/** Money that must be refunded: how much, since when, and the state of its refunds. */
function Owed({ timeline, payment, decides, setDone }: DecisionProps & { timeline: Timeline }) {
  const t = useTranslate()
  const money = useMoney()
  const [reason, setReason] = useState('')
  const { id: paymentId, captured, owedSince, nextRefundAt } = payment
  const last = timeline.refunds.findLast((refund) => refund.paymentId === paymentId)
  const pending = last?.status === 'pending' ? last.amount : 0
  const left = captured.amount - payment.refunded - takenBackNow(payment) + pending
  const amount = { amount: Math.max(left, 0), currency: captured.currency }
  const ids = { merchantId: timeline.merchant.id, paymentId }
  return (
    <section aria-labelledby={`owed-${paymentId}`} className="to-decide">
      <h2 id={`owed-${paymentId}`}>{t('payments.owed')}</h2>
      <p className="hint">
        {t(isRefundHeld(payment, timeline.refunds) ? 'payments.owed-held' : 'payments.owed-text')}
      </p>
      <Rows>
        {{
          [t('payments.owed-amount')]: <Money {...amount} />,
          [t('payments.owed-since')]: owedSince && <Time at={owedSince} />,
          [t('payments.owed-last')]: last && t(`payments.refund-state.${last.status}`),
          [t('payments.owed-next')]: nextRefundAt && <Time at={nextRefundAt} />,
        }}
      </Rows>
      {decides && (
        <div className="timeline-actions">
          <PressButton
            dashboardAction="refund.retry"
            input={ids}
            label={t('payments.retry')}
            onDone={() => setDone(t('payments.retried'))}
          />
          {pending === 0 && (
            <ActionButton
              dashboardAction="refund.paid"
              input={{ ...ids, ...amount, reason: reason.trim() }}
              label={t('payments.elsewhere')}
              title={t('payments.elsewhere-title', { amount: money(amount) })}
              verb={t('payments.elsewhere-verb')}
              onDone={() => setDone(t('payments.elsewhere-done'))}
            >
              <p>{t('payments.elsewhere-text')}</p>
              <ReasonField
                label={t('payments.reason-audit')}
                value={reason}
                onChange={setReason}
                isRequired
              />
              <Command>{`npx --no checkout refunds paid ${paymentId} --reason …`}</Command>
            </ActionButton>
          )}
        </div>
      )}
    </section>
  )
}

function Rows({ children }: { children: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="before-after">
      {Object.entries(children)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A dashboard action without a dialog: one press performs it. */
function PressButton<Name extends DashboardAction>({
  dashboardAction,
  input,
  label,
  onDone,
}: PressButtonProps<Name>) {
  const t = useTranslate()
  const performing = useAction(dashboardAction, onDone)
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-disabled={performing.isPending}
        onClick={() => {
          if (!performing.isPending) performing.mutate(input)
        }}
      >
        {performing.isPending ? t('dashboard-action.pending') : label}
      </button>
      <ActionTrouble error={performing.error} />
    </>
  )
}

interface PressButtonProps<Name extends DashboardAction> {
  dashboardAction: Name
  input: DashboardActionSent<Name>
  label: string
  onDone: (answer: DashboardActionAnswer<Name>) => void
}
