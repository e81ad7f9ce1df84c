import { useSay } from '../use-say.ts'

/** The way on from a screen where nothing else is left to do. */
export function BackButton({ name, url }: { name: string; url: string | null }) {
  const say = useSay()
  if (url === null) return null
  return (
    <a className="primary" href={url}>
      {say('order.back', { merchant: name })}
    </a>
  )
}
