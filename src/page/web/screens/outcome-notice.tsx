import type { PagePayment, PageProblem } from '#contract/page.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { CheckoutRefused, isOutcomeUnknown } from '../session/checkout-api.ts'
import { useTranslate } from '../use-translate.ts'
import { Notice } from './notice.tsx'
import { unpaidText } from './unpaid-text.ts'

/** The message key for each refusal; similar refusals share one. */
const ADVICE = {
  too_many_attempts: 'too_many_attempts',
  rate_limited: 'rate_limited',
  payments_unavailable: 'rate_limited',
  validation_failed: 'validation_failed',
} as const

const SECONDS_OF_MINUTE = 60

interface OutcomeNoticeProps {
  /** Why the last submit created no payment. */
  refusal: Error | null
  /** The last payment, if it failed. */
  declined: PagePayment | null
  /** Whether the form no longer has the card of the declined payment. */
  hasLostCard: boolean
  /** The session's payment methods. */
  methods: readonly PaymentMethod[]
  /** How many more payments are possible; undefined when there are too many to count. */
  attemptsLeft: string | undefined
}

/** Why the last payment failed. States that no money was taken only when the outcome is known. */
export function OutcomeNotice({
  refusal,
  declined,
  hasLostCard,
  methods,
  attemptsLeft,
}: OutcomeNoticeProps) {
  if (refusal instanceof CheckoutRefused && !isOutcomeUnknown(refusal)) {
    const { code, retryAfterSeconds } = refusal.problem
    if (code === 'rate_limited' && retryAfterSeconds !== undefined)
      return (
        <CardLaterNotice
          seconds={retryAfterSeconds}
          hasOtherWays={methods.some((method) => !METHODS[method].isOpenToCardTesting)}
        />
      )
    return <RefusalNotice problem={refusal.problem} methods={methods} />
  }
  if (refusal !== null) return <UnexplainedNotice />
  return (
    declined && (
      <DeclineNotice payment={declined} hasLostCard={hasLostCard} attemptsLeft={attemptsLeft} />
    )
  )
}

function DeclineNotice({
  payment,
  hasLostCard,
  attemptsLeft,
}: Pick<OutcomeNoticeProps, 'hasLostCard' | 'attemptsLeft'> & { payment: PagePayment }) {
  const t = useTranslate()
  const { title = t('decline.other.title'), text = t('decline.other.text') } = payment.decline ?? {}
  const sentences = [
    text,
    ...(hasLostCard ? [t('decline.enter-again')] : []),
    unpaidText(payment, t),
    ...(attemptsLeft === undefined ? [] : [attemptsLeft]),
  ]
  return <Notice title={title}>{sentences.join(' ')}</Notice>
}

/** The notice that card payments must wait: only cards have a cool-down. */
function CardLaterNotice({ seconds, hasOtherWays }: { seconds: number; hasOtherWays: boolean }) {
  const t = useTranslate()
  const sentences = [
    t('no-money-taken'),
    t('refused.card-later.text', { count: Math.ceil(seconds / SECONDS_OF_MINUTE) }),
    ...(hasOtherWays ? [t('refused.other-way')] : []),
  ]
  return <Notice title={t('refused.too_many_attempts.title')}>{sentences.join(' ')}</Notice>
}

export function RefusalNotice({
  problem: { code, requestId },
  methods,
}: Pick<OutcomeNoticeProps, 'methods'> & { problem: PageProblem }) {
  const t = useTranslate()
  const reason = refusalReason(code)
  const sentences = [
    t('no-money-taken'),
    reason === 'other'
      ? t('refused.other.text', { requestId })
      : t(`refused.${ADVICE[reason]}.text`),
    ...(reason === 'payments_unavailable' && methods.length > 1 ? [t('refused.other-way')] : []),
  ]
  return <Notice title={t(`refused.${reason}.title`)}>{sentences.join(' ')}</Notice>
}

function UnexplainedNotice() {
  const t = useTranslate()
  return <Notice title={t('decline.other.title')}>{t('decline.other.text')}</Notice>
}

function refusalReason(code: string): keyof typeof ADVICE | 'other' {
  return Object.hasOwn(ADVICE, code) ? (code as keyof typeof ADVICE) : 'other'
}
