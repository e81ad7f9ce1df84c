import type { Page } from '../additions.ts'
import { CheckoutRefused, isSealRefused } from '../session/checkout-api.ts'
import { createPayment, type Payable, paymentToReplace } from '../payment-form/create-payment.ts'
import type { Draft } from '../payment-form/draft.ts'
import { MethodMark } from '../marks/mark.tsx'
import { METHOD_PARTS } from '../methods/methods.ts'
import { MethodAside } from '../payment-form/method-choice.tsx'
import { methodsHeading } from '../payment-form/methods-heading.ts'
import { PaymentForm } from '../payment-form/payment-form.tsx'
import { refusedFields } from '../payment-form/validate-field.ts'
import { WithoutScript } from '../without-script/without-script.tsx'
import { useTranslate } from '../use-translate.ts'
import { NoAttemptsLeft } from './lazy-screens.ts'
import { OutcomeNotice } from './outcome-notice.tsx'
import { ScreenHeading } from './screen-heading.tsx'
import type { ScreenProps } from './screen-props.ts'
import { TimeLeft } from './time-left.tsx'

const TIME_LEFT_SHOWN_MS = 5 * 60_000

interface OpenScreenProps extends ScreenProps {
  /** Whether the form is visible. Hidden, it stays mounted, which keeps the card. */
  isShown: boolean
  page: Page
  draft: Draft
  /** The choice whose price is shown. */
  priced: Draft
  onDraft: (draft: Draft) => void
}

/** The payment form, and why the last payment failed. */
export function OpenScreen(props: OpenScreenProps) {
  const { session, isShown, page, draft, onDraft } = props
  const t = useTranslate()
  const { checkout, refusal } = session
  const { payment, methods, attemptsLeft, attemptsLeftText } = checkout
  const declined = payment?.status === 'failed' ? payment : null
  const live = paymentToReplace(checkout)
  const onlyMethod = methods.length === 1 ? methods[0] : undefined

  function pay(payable: Payable) {
    const replacePaymentId = live?.id ?? null
    session.pay({
      payment: createPayment(payable, checkout, replacePaymentId),
      idempotencyKey: payable.idempotencyKey,
      takeAnswer: payable.takeAnswer,
      async sealAgain() {
        const card = await payable.sealAgain()
        return card && createPayment({ ...payable, card }, checkout, replacePaymentId)
      },
    })
  }

  if (attemptsLeft === 0 && live === null) return isShown && <NoAttemptsLeft session={session} />
  return (
    <>
      {isShown && (
        <>
          <OutcomeNotice
            key={session.outcomes}
            refusal={refusal}
            declined={declined}
            hasLostCard={declined !== null && declined.id === session.challengedPaymentId}
            methods={methods}
            attemptsLeft={attemptsLeftText}
          />
          <WithoutScript />
        </>
      )}
      <PaymentForm
        checkout={checkout}
        cardFrameUrl={page.cardFrameUrl}
        countries={page.countries}
        countriesPath={page.countriesPath}
        postalCodesPath={page.postalCodesPath}
        draft={draft}
        priced={props.priced}
        outcome={{
          count: session.outcomes,
          isSealRefused: isSealRefused(refusal),
          hasFailed: declined !== null || refusal !== null,
          errors: refusal instanceof CheckoutRefused ? refusedFields(refusal.problem) : {},
        }}
        isShown={isShown}
        isPaying={session.isPaying}
        onDraft={onDraft}
        onPay={pay}
        onFailed={session.fail}
      >
        {isShown && (
          <>
            <div className="heading">
              <ScreenHeading focus={refusal === null && declined === null}>
                {onlyMethod && !METHOD_PARTS[onlyMethod].Marks && <MethodMark name={onlyMethod} />}
                <span>{t(methodsHeading(checkout))}</span>
              </ScreenHeading>
              {onlyMethod && <MethodAside method={onlyMethod} checkout={checkout} />}
            </div>
            <p className="time-left">
              <TimeLeft
                checkout={checkout}
                until={checkout.expiresAt}
                withinMs={TIME_LEFT_SHOWN_MS}
                describe={(time) => t('pay.time-left', { time })}
                over={t('expired.title')}
                onOver={() => void session.refresh()}
              />
            </p>
          </>
        )}
      </PaymentForm>
      {isShown && live !== null && (
        <button className="plain" type="button" onClick={session.returnToPayment}>
          {t(`pay.return.${live.method}`)}
        </button>
      )}
      {isShown && attemptsLeftText !== undefined && (refusal !== null || declined === null) && (
        <p className="assure">{attemptsLeftText}</p>
      )}
      {isShown && page.additions?.belowForm}
    </>
  )
}
