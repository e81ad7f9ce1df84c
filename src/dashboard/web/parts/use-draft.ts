import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../calls/me.ts'
import { useDeps } from '../deps.ts'

/** The drafts of this tab, by person and form. */
const DRAFTS = new Map<string, unknown>()

/**
 * What the person has typed into a form. It is kept in the memory of this tab while they are signed out and in again, and is
 * shown to nobody else. `end` drops it.
 */
export function useDraft<Typed>(
  form: string,
  empty: Typed,
): { typed: Typed; type: (change: Partial<Typed>) => void; end: () => void } {
  const { data: me } = useSuspenseQuery(meQuery(useDeps()))
  const key = `${me.user.id} ${form}`
  const [typed, setTyped] = useState<Typed>(() => (DRAFTS.get(key) as Typed | undefined) ?? empty)
  return {
    typed,
    type(change) {
      // Includes changes of the same event: `typed` is the value of the last rendering.
      const before = (DRAFTS.get(key) as Typed | undefined) ?? typed
      const next = { ...before, ...change }
      DRAFTS.set(key, next)
      setTyped(next)
    },
    end: () => void DRAFTS.delete(key),
  }
}
