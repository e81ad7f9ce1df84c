import type { ShownAuditEntry } from '#contract/dashboard/audit.ts'
import { useTranslate } from '../../words/use-language.ts'
import { FilterLink } from './filter-link.tsx'

/** The name of an entry's actor, as a link to all of their entries. */
export function Who({ who: { kind, id, name } }: Pick<ShownAuditEntry, 'who'>) {
  const t = useTranslate()
  if (kind === 'server') return t('audit.server')
  if (id === null) return t('audit.operator')
  const shown = name ?? id
  return (
    <FilterLink change={{ actor: id }} label={t('audit.only-who', { who: shown })}>
      {shown}
    </FilterLink>
  )
}
