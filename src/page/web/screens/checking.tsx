import { useHasPassed } from '../use-has-passed.ts'
import { useOnline } from '../use-online.ts'
import { useTranslate } from '../use-translate.ts'
import { ClockIcon } from './icons.tsx'
import { MessageScreen } from './message-screen.tsx'
import type { ScreenProps } from './screen-props.ts'

const LONG_WAIT_MS = 60_000

/** The outcome is unknown and money may have moved: never says that it failed, never offers to pay again. */
export function CheckingScreen({ session }: ScreenProps) {
  const t = useTranslate()
  const merchant = session.checkout.merchant.name
  const isLong = useHasPassed(LONG_WAIT_MS)
  const isOnline = useOnline()
  const isProcessing = session.screen === 'processing'
  // `processing.text` does not promise an update within a minute.
  const text = isProcessing || isLong ? 'processing.text' : 'checking.text'
  return (
    <MessageScreen
      icon={<ClockIcon />}
      title={t(isProcessing ? 'processing.title' : 'checking.title')}
    >
      <p className="lead">{t(isOnline ? text : 'checking.offline')}</p>
      <span className="progress" aria-hidden="true" />
      <output className="assure">{isLong && t('checking.long', { merchant })}</output>
    </MessageScreen>
  )
}
