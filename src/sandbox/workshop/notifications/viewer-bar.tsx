import type { Viewer } from '../../../contract/viewer.ts'
import { CommandLine } from './command-line.tsx'
import { ExactTime } from './event-time.tsx'
import { lengthWords } from './relative-time.ts'
import { useNow } from './use-now.ts'

/** The signed-in merchant, and problems of their webhook endpoint. */
export function ViewerBar({
  viewer,
  isLeaving,
  couldNotLeave,
  onSignOut,
}: {
  viewer: Viewer
  isLeaving: boolean
  couldNotLeave: boolean
  onSignOut: () => void
}) {
  const { merchant } = viewer
  return (
    <>
      <div className="viewer-bar">
        <p>
          <b>{merchant.name}</b>
          {merchant.callbackUrl !== null && (
            <>
              {' '}
              is told at <code>{merchant.callbackUrl}</code>
            </>
          )}
        </p>
        <button type="button" className="quiet" aria-disabled={isLeaving} onClick={onSignOut}>
          Sign out
        </button>
      </div>
      <p role="alert" className="problem">
        {couldNotLeave && 'The checkout did not answer: you are still signed in. Press again.'}
      </p>
      <Obstacle viewer={viewer} />
    </>
  )
}

function Obstacle({ viewer }: { viewer: Viewer }) {
  const now = useNow(viewer)
  const { merchant, clock } = viewer
  const command = `callback set --merchant ${merchant.id} --url https://…`
  if (merchant.callbackUrl === null)
    return (
      <section className="notice" aria-label="No callback">
        <p>
          <b>No callback is set: nothing is sent.</b> Your operator sets one; from then on what
          happens is sent, and what happened before can be sent again from here.
        </p>
        <CommandLine command={command} />
      </section>
    )
  if (merchant.callbackDisabledAt !== null)
    return (
      <section className="notice" aria-label="Callback switched off">
        <p>
          <b>The callback answered 410 Gone, and is switched off</b> since{' '}
          <ExactTime at={merchant.callbackDisabledAt} now={now} />. “Send again” tries it; setting
          it again switches it on and sends what was held back.
        </p>
        <CommandLine command={command} />
      </section>
    )
  if (clock.frozen || clock.offsetSeconds !== 0)
    return (
      <section className="notice" aria-label="Time of the sandbox">
        <p>
          {clock.frozen ? (
            <>
              <b>Your time stands still</b> at <ExactTime at={clock.now} now={now} />: attempts that
              are due later wait until it moves on.
            </>
          ) : (
            <>
              <b>Your time is {awayFromReal(clock.offsetSeconds)} the real one,</b> but for the
              header webhook-timestamp.
            </>
          )}
        </p>
      </section>
    )
  return null
}

function awayFromReal(offsetSeconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(offsetSeconds) / 60))
  return `${lengthWords(minutes * 60_000)} ${offsetSeconds > 0 ? 'ahead of' : 'behind'}`
}
