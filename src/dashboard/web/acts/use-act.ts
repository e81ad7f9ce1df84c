import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActAnswer, ActName, ActSent } from '../../../contract/dashboard/acts.ts'
import { Refused } from '../calls/call.ts'
import { useSurroundings } from '../surroundings.ts'
import { performAct } from './perform-act.ts'

/**
 * An act of this component. Its idempotency key lasts as long as the component, so that a double press is one act; after it
 * was done, a new key begins. The answer is kept nowhere else: it may be a secret.
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
    // Somebody else was faster: the page shows what was there before.
    onError: async (error) => {
      if (error instanceof Refused && error.status === 409) await queryClient.invalidateQueries()
    },
    onSuccess: async (answer) => {
      setIdempotencyKey(crypto.randomUUID())
      onDone?.(answer)
      // What was loaded before may say otherwise now.
      await queryClient.invalidateQueries()
    },
  })
}
