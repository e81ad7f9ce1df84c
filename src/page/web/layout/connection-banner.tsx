import { useOnline } from '../use-online.ts'
import { useSay } from '../use-say.ts'

/** Says that the page cannot reach anybody, while it cannot. */
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
