import { useEffect, useState } from 'react'
import { useBrowser } from '../browser.ts'

/** How long the shop's own system may take to answer before the shopper goes there anyway. */
const NOTIFY_WAIT_MS = 10_000
/** Long enough to read the receipt (WCAG 2.2, 2.2.1), and to say no. */
const COUNT_SECONDS = 10

/** Takes the shopper back to the shop by itself: first the shop is told, then a count that can be stopped. */
export function useReturn(url: string | null, merchantNotified: boolean) {
  const { leaveFor } = useBrowser()
  const [hasWaited, setHasWaited] = useState(false)
  const [isStopped, setStopped] = useState(false)
  const [secondsLeft, setSecondsLeft] = useState(COUNT_SECONDS)
  const isCounting = url !== null && !isStopped && (merchantNotified || hasWaited)

  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), NOTIFY_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!isCounting) return
    const timer = setTimeout(() => {
      if (secondsLeft > 1) return setSecondsLeft(secondsLeft - 1)
      // Who comes here again by the back button wants to stay.
      setStopped(true)
      leaveFor(url)
    }, 1_000)
    return () => clearTimeout(timer)
  }, [isCounting, secondsLeft, leaveFor, url])

  return { secondsLeft: isCounting ? secondsLeft : null, stay: () => setStopped(true) }
}
