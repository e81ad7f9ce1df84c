import { useTranslate } from '../use-translate.ts'
import { drawLine } from './draw-line.ts'

const drawCount = drawLine(10_000, 'reverse')

interface BackButtonProps {
  name: string
  url: string | null
  /** Seconds until the automatic return, drawn in the button; `null` without one. */
  secondsLeft?: number | null
}

/** The only action of a final screen. */
export function BackButton({ name, url, secondsLeft = null }: BackButtonProps) {
  const t = useTranslate()
  if (url === null) return null
  return (
    <a className="primary" href={url}>
      <span>
        <span>{t('order.back', { merchant: name })}</span>
        {secondsLeft !== null && <Count seconds={secondsLeft} />}
      </span>
    </a>
  )
}

function Count({ seconds }: { seconds: number }) {
  return (
    <span className="count" aria-hidden="true">
      <svg width="26" height="26" fill="none" stroke="currentColor" strokeWidth="2">
        <circle
          ref={drawCount}
          cx="13"
          cy="13"
          r="11"
          pathLength="1"
          strokeDasharray="1"
          transform="rotate(-90 13 13)"
        />
      </svg>
      <span>{seconds}</span>
    </span>
  )
}
