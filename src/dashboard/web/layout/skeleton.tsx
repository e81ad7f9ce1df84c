import { useTranslate } from '../words/use-language.ts'

/** The outline of a screen whose first data is being loaded. It appears after a delay. */
export function Skeleton() {
  const t = useTranslate()
  return (
    <output className="skeleton" aria-label={t('app.loading')}>
      <span className="skeleton-title" />
      <span className="skeleton-line" />
      <span className="skeleton-line" />
      <span className="skeleton-line" />
    </output>
  )
}
