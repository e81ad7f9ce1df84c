import { useEffect, useState } from 'react'
import { useBrowser } from '../browser.ts'

/**
 * Long enough to read the receipt and to stop the redirect (WCAG 2.2, 2.2.1), and for the merchant to be notified: the
 * redirect does not wait longer.
 */
const COUNT_SECONDS = 10

/** The automatic return to the merchant: counts down; the shopper can stop it. */
export function useReturn(url: string | null) {
  const { leaveFor } = useBrowser()
  const [isStopped, setStopped] = useState(false)
  const [secondsLeft, setSecondsLeft] = useState(COUNT_SECONDS)
  const isCounting = url !== null && !isStopped

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
