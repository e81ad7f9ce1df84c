import { VIEWER_HOURS, VIEWER_IDLE_MINUTES } from '../../../contract/viewer.ts'
import { AskForLink } from './ask-for-link.tsx'
import { ExampleEvents } from './example-events.tsx'
import { Message } from './message.tsx'

/** The page without a session; `merchantId` is that of the session before, if any. */
export function SignedOut({
  merchantId,
  byThemselves,
}: {
  merchantId?: string | undefined
  byThemselves: boolean
}) {
  if (byThemselves)
    return (
      <Message title="You are signed out">
        <p>To come back, ask for a new link.</p>
        <AskForLink merchantId={merchantId} />
      </Message>
    )
  if (merchantId !== undefined)
    return (
      <Message title="Your session has ended">
        <p>
          It lasts {VIEWER_HOURS} hours, or until nobody has touched the page for{' '}
          {VIEWER_IDLE_MINUTES} minutes, unless the operator ends it before.
        </p>
        <AskForLink merchantId={merchantId} />
      </Message>
    )
  return (
    <Message title="Notifications">
      <p>
        Everything that this sandbox sent to a merchant’s callback, and what came back, is shown
        here to whoever signs in for that merchant.
      </p>
      <AskForLink />
      <ExampleEvents />
    </Message>
  )
}
