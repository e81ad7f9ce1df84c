import { FRAME_BLEED_PX } from '../../card-frame/protocol.ts'
import { useSay } from '../use-say.ts'
import { EmptyCardFields } from './empty-card-fields.tsx'
import type { CardFrameHandle } from './use-card-frame.ts'

/** The card frame: an iframe of another origin, so that no script on this page can read card details. */
export function CardFrame({ card }: { card: CardFrameHandle }) {
  const say = useSay()
  const { iframe, url, status, loads, heightPx } = card
  if (url === null) return null
  return (
    <div
      className="card-frame"
      {...(heightPx !== null && { style: { height: heightPx - 2 * FRAME_BLEED_PX } })}
    >
      {status === 'failed' && <FrameFailed card={card} />}
      {/* Reserves the space and shows a placeholder until the frame has painted over it. */}
      {status !== 'failed' && heightPx === null && <EmptyCardFields />}
      <iframe
        key={loads}
        ref={iframe}
        src={url}
        title={say('card.frame')}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin cannot take it off its own element
        sandbox="allow-scripts allow-same-origin"
        allow=""
        referrerPolicy="no-referrer"
        hidden={status === 'failed'}
      />
    </div>
  )
}

function FrameFailed({ card }: { card: CardFrameHandle }) {
  const say = useSay()
  const { notice, loadAgain } = card
  return (
    <div className="notice" role="alert" ref={notice} tabIndex={-1}>
      <strong>{say('card.failed.title')}</strong>
      {say('card.failed.text')}
      <button className="plain" type="button" onClick={loadAgain}>
        {say('broken.again')}
      </button>
    </div>
  )
}
