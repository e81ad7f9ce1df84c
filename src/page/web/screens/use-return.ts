import { useEffect, useState } from 'react'
import { useBrowser } from '../browser.ts'

/** How long to wait for the merchant's notification before the redirect. */
const NOTIFY_WAIT_MS = 10_000
/** Long enough to read the receipt and to stop the redirect (WCAG 2.2, 2.2.1). */
const COUNT_SECONDS = 10

/** The automatic return to the merchant: waits for the notification, then counts down; the shopper can stop it. */
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
      // A shopper who comes back by the back button must not be redirected again.
      setStopped(true)
      leaveFor(url)
    }, 1_000)
    return () => clearTimeout(timer)
  }, [isCounting, secondsLeft, leaveFor, url])

  return { secondsLeft: isCounting ? secondsLeft : null, stay: () => setStopped(true) }
}
