import type { AuditAct } from '#contract/dashboard/audit.ts'
import { useSay } from '../../words/use-language.ts'
import { FilterLink } from './filter-link.tsx'

/** The name of an act's actor, as a link to all of their acts. */
export function Who({ who: { kind, id, name } }: Pick<AuditAct, 'who'>) {
  const say = useSay()
  if (kind === 'server') return say('audit.server')
  if (id === null) return say('audit.operator')
  const shown = name ?? id
  return (
    <FilterLink change={{ actor: id }} label={say('audit.only-who', { who: shown })}>
      {shown}
    </FilterLink>
  )
}
