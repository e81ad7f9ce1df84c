import { useLanguage } from '../words/use-language.ts'
import { useZone } from './zone.ts'

type Precision = 'instant' | 'clock'

const OPTIONS: Readonly<Record<Precision, Intl.DateTimeFormatOptions>> = {
  instant: { dateStyle: 'medium', timeStyle: 'medium' },
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
}

/** An instant in the chosen zone, with the time in UTC as a tooltip. */
export function Time({ at, as = 'instant' }: { at: string; as?: Precision }) {
  const { locale } = useLanguage()
  const { timeZone } = useZone()
  const format = new Intl.DateTimeFormat(locale, { ...OPTIONS[as], timeZone })
  return (
    <time dateTime={at} title={at}>
      {format.format(new Date(at))}
    </time>
  )
}
