import type { ProcessorState } from '#domain/settle.ts'
import type { ServiceContext } from '../context.ts'

const CHARACTERS_MAX = 4096
const FLAT: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** What a module wants to keep, if it is a small flat object; anything else is logged, and what was kept before stays. */
export function keptState(
  { log }: Pick<ServiceContext, 'log'>,
  state: ProcessorState | undefined,
): ProcessorState | undefined {
  if (state === undefined) return undefined
  if (isFlat(state) && JSON.stringify(state).length <= CHARACTERS_MAX) return state
  log.error({}, STATE_REFUSED)
  return undefined
}

const STATE_REFUSED =
  "the processor's module wants to keep no flat JSON object of at most 4096 characters: nothing was kept"

/** Checked at run time, since a module may be written without types. */
function isFlat(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    !Array.isArray(state) &&
    Object.values(state).every((value) => value === null || FLAT.has(typeof value))
  )
}
