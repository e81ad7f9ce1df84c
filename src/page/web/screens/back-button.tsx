import { useSay } from '../use-say.ts'

/** The only action of a final screen. */
export function BackButton({ name, url }: { name: string; url: string | null }) {
  const say = useSay()
  if (url === null) return null
  return (
    <a className="primary" href={url}>
      {say('order.back', { merchant: name })}
    </a>
  )
}
