import { useOnline } from '../use-online.ts'
import { useSay } from '../use-say.ts'

/** Shown while the browser is offline or the server is unreachable. */
export function ConnectionBanner({ isUnreachable }: { isUnreachable: boolean }) {
  const say = useSay()
  const online = useOnline()
  const isLost = !online || isUnreachable
  return (
    <output className={isLost ? 'banner' : undefined}>
      {isLost && say(online ? 'connection.lost' : 'connection.offline')}
    </output>
  )
}
