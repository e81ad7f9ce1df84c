import { useSay } from '../words/use-language.ts'

/** Before the first data of a screen: its outline, once waiting has become noticeable. */
export function Skeleton() {
  const say = useSay()
  return (
    <output className="skeleton" aria-label={say('app.loading')}>
      <span className="skeleton-title" />
      <span className="skeleton-line" />
      <span className="skeleton-line" />
      <span className="skeleton-line" />
    </output>
  )
}
