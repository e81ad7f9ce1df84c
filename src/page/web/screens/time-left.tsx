import { useEffect, useEffectEvent } from 'react'
import type { PageCheckout } from '../../../contract/page.ts'
import { formatCountdown } from '../countdown.ts'
import { useServerNow } from '../use-server-now.ts'

interface TimeLeftProps {
  /** Its clock is that of the server when the state was read. */
  checkout: Pick<PageCheckout, 'now' | 'clockFrozen'>
  until: string
  /** Nothing is shown while more than this is left. */
  withinMs?: number
  describe: (time: string) => string
  over: string
  onOver?: () => void
}

/** Announced aloud once each, when this much is left. */
const ANNOUNCED_MS = [120_000, 30_000] as const
const ANNOUNCEMENT_LASTS_MS = 5_000

/** A countdown by the server's clock: seen every second, heard twice. */
export function TimeLeft({ checkout, until, withinMs, describe, over, onOver }: TimeLeftProps) {
  const leftMs = Date.parse(until) - useServerNow(checkout.now, checkout.clockFrozen)
  const isOver = leftMs <= 0

  const tell = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (isOver) tell()
  }, [isOver])

  if (withinMs !== undefined && leftMs > withinMs) return null
  const announcedMs = ANNOUNCED_MS.find(
    (threshold) => leftMs <= threshold && leftMs > threshold - ANNOUNCEMENT_LASTS_MS,
  )
  return (
    <>
      <span role="timer" aria-live="off">
        {isOver ? over : describe(formatCountdown(leftMs))}
      </span>
      <output className="visually-hidden">
        {isOver ? over : announcedMs !== undefined && describe(formatCountdown(announcedMs))}
      </output>
    </>
  )
}
