import { useEffect, useState } from 'react'
import { useSay } from '../use-say.ts'
import { ClockIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import type { ScreenProps } from './screen-props.ts'

const LONG_WAIT_MS = 60_000

/** The outcome is unknown and money may have moved: never says that it failed, never offers to pay again. */
export function CheckingScreen({ session }: ScreenProps) {
  const say = useSay()
  const merchant = session.checkout.merchant.name
  const isLong = useHasPassed(LONG_WAIT_MS)
  const isProcessing = session.screen === 'processing'
  return (
    <MessageScreen
      icon={<ClockIcon />}
      title={say(isProcessing ? 'processing.title' : 'checking.title')}
    >
      <p className="lead">{say(isProcessing ? 'processing.text' : 'checking.text')}</p>
      <span className="progress" aria-hidden="true" />
      <output className="assure">{isLong && say('checking.long', { merchant })}</output>
    </MessageScreen>
  )
}

function useHasPassed(delayMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return hasPassed
}
