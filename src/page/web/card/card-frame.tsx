import type { PaymentMethod } from '#contract/payment.ts'
import { METHODS } from '#domain/methods/methods.ts'
import { FRAME_BLEED_PX } from '../../card-frame/protocol.ts'
import { useFormState } from '../payment-form/form-context.ts'
import { useTranslate } from '../use-translate.ts'
import { EmptyCardFields } from './empty-card-fields.tsx'
import type { CardFrameHandle } from './use-card-frame.ts'

/** The card frame: an iframe of another origin, so that no script on this page can read card details. */
export function CardFrame({ card }: { card: CardFrameHandle }) {
  const t = useTranslate()
  const { iframe, url, status, loads, heightPx } = card
  if (url === null) return null
  return (
    <div
      className="card-frame"
      {...(heightPx !== null && { style: { height: heightPx - 2 * FRAME_BLEED_PX } })}
    >
      {status === 'failed' && <FrameFailed card={card} />}
      <iframe
        key={loads}
        ref={iframe}
        src={url}
        title={t('card.frame')}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin cannot take it off its own element
        sandbox="allow-scripts allow-same-origin"
        allow=""
        referrerPolicy="no-referrer"
        // Browsers show a picture of their own in a frame where nothing has loaded.
        hidden={status !== 'ready'}
        // Before hydration, the ready message of the frame removes `hidden`.
        suppressHydrationWarning
        onLoad={card.loaded}
      />
      {/* Reserves the space and shows a placeholder until the frame has painted over it. It follows the frame in
          the markup, because parsers pause: all markup before the frame is parsed before the frame is requested. */}
      {status !== 'failed' && heightPx === null && <EmptyCardFields />}
    </div>
  )
}

function FrameFailed({ card }: { card: CardFrameHandle }) {
  const t = useTranslate()
  const { notice, loadAgain } = card
  const { methods } = useFormState().checkout
  const other = methods.find((method) => !METHODS[method].needsSealedCard)
  return (
    <div className="notice" role="alert" ref={notice} tabIndex={-1}>
      <strong>{t('card.failed.title')}</strong>
      <span>{t('card.failed.text')}</span>
      <div className="ways">
        <button className="plain" type="button" onClick={loadAgain}>
          {t('broken.again')}
        </button>
        {other !== undefined && (
          <button className="plain" type="button" onClick={() => chooseMethod(other)}>
            {t(`method.${other}.heading`)}
          </button>
        )}
      </div>
    </div>
  )
}

/** Clicks the radio button of the method, because it is uncontrolled. */
function chooseMethod(method: PaymentMethod) {
  const radio = document.getElementById(`method-${method}`)
  radio?.click()
  radio?.focus()
}
