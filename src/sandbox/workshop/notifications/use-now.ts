import { useEffect, useState } from 'react'
import type { Viewer } from '../../../contract/viewer.ts'

const TICK_MS = 1000

/** The merchant's current time: a sandbox clock can be frozen or ahead. */
export function useNow({ clock }: Pick<Viewer, 'clock'>): Date {
  const [realMs, setRealMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setRealMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return clock.frozen ? new Date(clock.now) : new Date(realMs + clock.offsetSeconds * 1000)
}
