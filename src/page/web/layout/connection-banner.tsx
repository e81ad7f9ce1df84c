import { useOnline } from '../use-online.ts'
import { useTranslate } from '../use-translate.ts'

/** Shown while the browser is offline or the server is unreachable. */
export function ConnectionBanner({ isUnreachable }: { isUnreachable: boolean }) {
  const t = useTranslate()
  const online = useOnline()
  const isLost = !online || isUnreachable
  return (
    <output className={isLost ? 'banner' : undefined}>
      {isLost && t(online ? 'connection.lost' : 'connection.offline')}
    </output>
  )
}
