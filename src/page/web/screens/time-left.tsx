import { useEffect, useEffectEvent } from 'react'
import type { PageCheckout } from '#contract/page.ts'
import { formatCountdown } from '../countdown.ts'
import { useServerNow } from '../use-server-now.ts'

interface TimeLeftProps {
  /** `now` is the server's time of the response. */
  checkout: Pick<PageCheckout, 'now' | 'clockFrozen'>
  until: string
  /** Hidden while more time than this is left. */
  withinMs?: number
  describe: (time: string) => string
  over: string
  onOver?: () => void
}

/** Remaining times that are announced to screen readers, once each. */
const ANNOUNCED_MS = [120_000, 30_000] as const
const ANNOUNCEMENT_LASTS_MS = 5_000

/** A countdown by the server's clock, updated every second and announced twice. */
export function TimeLeft({ checkout, until, withinMs, describe, over, onOver }: TimeLeftProps) {
  const leftMs = Date.parse(until) - useServerNow(checkout.now, checkout.clockFrozen)
  const isOver = leftMs <= 0

  const notifyOver = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (isOver) notifyOver()
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
