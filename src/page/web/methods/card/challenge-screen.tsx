import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useBrowser } from '../../browser.ts'
import { useTranslate } from '../../use-translate.ts'
import { BankIcon } from '../../screens/later-icons.tsx'
import { MessageScreen } from '../../screens/message-screen.tsx'
import type { ScreenProps } from '../../screens/screen-props.ts'
import type { CheckoutSession } from '../../session/use-checkout.ts'
import { BankDialog, showBank } from './bank-dialog.tsx'
import { type Challenge, isFramed } from './framed-challenge.ts'

/** A 3-D Secure challenge: in a dialog over this screen, or at the bank, which redirects back. */
export function ChallengeScreen({ session }: ScreenProps) {
  const { payment } = session.checkout
  if (payment?.action?.type !== 'challenge') return null
  return <ShownChallenge session={session} paymentId={payment.id} action={payment.action} />
}

interface ShownChallengeProps {
  session: CheckoutSession
  paymentId: string
  action: Challenge
}

function ShownChallenge({ session, paymentId, action }: ShownChallengeProps) {
  const t = useTranslate()
  const { leaveFor } = useBrowser()
  const { paid, confirm, payAnotherWay } = session
  // Whether this visit began the challenge and has not yet requested its result. For a challenge that began elsewhere,
  // such as in another tab, a second page of the bank could end what the shopper does in the first.
  const [isOwn] = useState(paid?.payment?.id === paymentId && confirm.variables !== paymentId)
  const [isAtBank, setAtBank] = useState(isOwn)
  const dialog = useRef<HTMLDialogElement>(null)

  // Without `action.frame`, `useCheckout` has already left the page for the bank, as soon as the payment was answered.
  const leave = useEffectEvent(() => {
    if (isOwn && action.frame && !isFramed(action)) leaveFor(action.url)
  })
  useEffect(() => leave(), [])

  function open(event: MouseEvent) {
    if (!isFramed(action)) return
    event.preventDefault()
    setAtBank(true)
    showBank(dialog.current)
  }

  function askForResult() {
    setAtBank(false)
    confirm.mutate(paymentId)
  }

  return (
    <MessageScreen icon={<BankIcon />} title={action.texts.title}>
      <p className="lead">{action.texts.text}</p>
      <a className="primary" href={action.url} onClick={open}>
        {action.texts.button}
      </a>
      <button className="plain" type="button" onClick={payAnotherWay}>
        {t('pay.another-way')}
      </button>
      {isAtBank && isFramed(action) && (
        <BankDialog action={action} ref={dialog} onReturn={askForResult} />
      )}
    </MessageScreen>
  )
}
