import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../calls/me.ts'
import { useSurroundings } from '../surroundings.ts'

/** Of this tab, by person and form. */
const DRAFTS = new Map<string, unknown>()

/**
 * What somebody has typed into a form. It survives the end of their session and signing in again, in the memory of this
 * tab, and is shown to nobody else. `end` drops it.
 */
export function useDraft<Typed>(
  form: string,
  empty: Typed,
): { typed: Typed; type: (change: Partial<Typed>) => void; end: () => void } {
  const { data: me } = useSuspenseQuery(meQuery(useSurroundings()))
  const key = `${me.user.id} ${form}`
  const [typed, setTyped] = useState<Typed>(() => (DRAFTS.get(key) as Typed | undefined) ?? empty)
  return {
    typed,
    type(change) {
      // What was typed in this very event counts, too: `typed` is of the last rendering.
      const before = (DRAFTS.get(key) as Typed | undefined) ?? typed
      const next = { ...before, ...change }
      DRAFTS.set(key, next)
      setTyped(next)
    },
    end: () => void DRAFTS.delete(key),
  }
}
