import { useSay } from '../../use-say.ts'
import { BankIcon } from '../../screens/icons.tsx'
import { MessageScreen } from '../../screens/message-screen.tsx'
import type { ScreenProps } from '../../screens/screen-props.ts'

/** A 3-D Secure challenge: redirects to the bank, which redirects back. */
export function ChallengeScreen({ session }: ScreenProps) {
  const say = useSay()
  const action = session.checkout.payment?.action
  if (action?.type !== 'challenge') return null
  return (
    <MessageScreen icon={<BankIcon />} title={say('challenge.title')}>
      <p className="lead">{say('challenge.text')}</p>
      <a className="primary" href={action.url}>
        {say('challenge.button')}
      </a>
      <button className="plain" type="button" onClick={session.payAnotherWay}>
        {say('pay.another-way')}
      </button>
    </MessageScreen>
  )
}
