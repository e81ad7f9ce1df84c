import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActAnswer, ActName, ActSent } from '../../../contract/dashboard/acts.ts'
import { Refused } from '../calls/call.ts'
import { useSurroundings } from '../surroundings.ts'
import { performAct } from './perform-act.ts'

/**
 * An act of this component. Its idempotency key stays the same until the act succeeds or the component unmounts, so that a
 * double press is one act. The answer is not cached, since it may be a secret.
 */
export function useAct<Name extends ActName>(
  act: Name,
  onDone?: (answer: ActAnswer<Name>) => void,
) {
  const { call, queryClient } = useSurroundings()
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  return useMutation({
    networkMode: 'always',
    gcTime: 0,
    mutationFn: (input: ActSent<Name>) => performAct(call, { act, input, idempotencyKey }),
    // Somebody else changed the object first: the page shows outdated data.
    onError: async (error) => {
      if (error instanceof Refused && error.status === 409) await queryClient.invalidateQueries()
    },
    onSuccess: async (answer) => {
      setIdempotencyKey(crypto.randomUUID())
      onDone?.(answer)
      // The act may have changed any loaded data.
      await queryClient.invalidateQueries()
    },
  })
}
