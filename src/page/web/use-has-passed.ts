import { useEffect, useState } from 'react'

/** Whether this long has passed since the component was mounted. */
export function useHasPassed(delayMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return hasPassed
}
