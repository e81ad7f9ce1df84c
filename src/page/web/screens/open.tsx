import type { Page } from '../additions.ts'
import { CheckoutRefused } from '../session/checkout-api.ts'
import { createPayment, type Payable } from '../payment-form/create-payment.ts'
import type { Draft } from '../payment-form/draft.ts'
import { PaymentForm } from '../payment-form/payment-form.tsx'
import { refusedFields } from '../payment-form/refused-fields.ts'
import { WithoutScript } from '../without-script/without-script.tsx'
import { useSay } from '../use-say.ts'
import { BackButton } from './back-button.tsx'
import { CrossIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { ScreenHeading } from './screen-heading.tsx'
import type { ScreenProps } from './screen-props.ts'
import { TimeLeft } from './time-left.tsx'

const TIME_LEFT_SHOWN_MS = 5 * 60_000
const ATTEMPTS_LEFT_SHOWN = 3

interface OpenScreenProps extends ScreenProps {
  /** Whether the form is visible. Hidden, it stays mounted, which keeps the card. */
  isShown: boolean
  page: Page
  draft: Draft
  onDraft: (draft: Draft) => void
}

/** The payment form, and why the last payment failed. */
export function OpenScreen(props: OpenScreenProps) {
  const { session, isShown, page, draft, onDraft } = props
  const say = useSay()
  const { checkout, refusal } = session
  const { payment, methods, attemptsLeft } = checkout
  const declined = payment?.status === 'failed' ? payment : null
  const live = payment?.status === 'requires_action' ? payment : null
  const [onlyMethod] = methods

  function pay(payable: Payable) {
    session.pay(createPayment(payable, checkout, live?.id ?? null))
  }

  if (attemptsLeft === 0 && live === null) return isShown && <NoAttemptsLeft checkout={checkout} />
  return (
    <>
      {isShown && (
        <>
          <OutcomeNotice
            key={session.outcomes}
            refusal={refusal}
            declined={declined}
            methods={methods}
          />
          <ScreenHeading focus={refusal === null && declined === null}>
            {methods.length === 1 && onlyMethod !== undefined
              ? say(`method.${onlyMethod}.heading`)
              : say('method.heading')}
          </ScreenHeading>
          <p className="time-left">
            <TimeLeft
              checkout={checkout}
              until={checkout.expiresAt}
              withinMs={TIME_LEFT_SHOWN_MS}
              describe={(time) => say('pay.time-left', { time })}
              over={say('expired.title')}
              onOver={() => void session.refresh()}
            />
          </p>
          <WithoutScript />
        </>
      )}
      <PaymentForm
        checkout={checkout}
        cardFrameUrl={page.cardFrameUrl}
        countries={page.countries}
        countriesPath={page.countriesPath}
        draft={draft}
        outcome={{
          count: session.outcomes,
          hasFailed: declined !== null || refusal !== null,
          errors: refusal instanceof CheckoutRefused ? refusedFields(refusal.problem) : {},
        }}
        isShown={isShown}
        isPaying={session.isPaying}
        onDraft={onDraft}
        onPay={pay}
      />
      {isShown && live !== null && (
        <button className="plain" type="button" onClick={session.returnToPayment}>
          {say(`pay.return.${live.method}`)}
        </button>
      )}
      {isShown && attemptsLeft <= ATTEMPTS_LEFT_SHOWN && (
        <p className="assure">{say('pay.attempts-left', { count: attemptsLeft })}</p>
      )}
      {isShown && page.additions?.belowForm}
    </>
  )
}

function NoAttemptsLeft({ checkout }: Pick<ScreenProps['session'], 'checkout'>) {
  const say = useSay()
  return (
    <MessageScreen icon={<CrossIcon />} title={say('refused.too_many_attempts.title')}>
      <p className="lead">
        {say('no-money-taken')} {say('refused.too_many_attempts.text')}
      </p>
      <BackButton name={checkout.merchant.name} url={checkout.cancelUrl} />
    </MessageScreen>
  )
}
