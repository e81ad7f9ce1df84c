import { useRef } from 'react'
import { useReplay } from './queries.ts'

/** Sends events again by a button. A retry after a lost response reuses the idempotency key. */
export function useSendAgain() {
  const replay = useReplay()
  const unanswered = useRef<{ about: string; idempotencyKey: string }>(undefined)

  function send(eventIds: readonly string[], onSent: () => void = () => undefined) {
    if (replay.isPending || eventIds.length === 0) return
    const about = eventIds.join()
    const known = unanswered.current?.about === about ? unanswered.current : undefined
    const current = known ?? { about, idempotencyKey: crypto.randomUUID() }
    unanswered.current = current
    replay.mutate(
      { eventIds, idempotencyKey: current.idempotencyKey },
      {
        onSuccess: () => {
          unanswered.current = undefined
          onSent()
        },
      },
    )
  }

  const { data, error, isPending } = replay
  return { data, error, isPending, send }
}

export type SendAgain = ReturnType<typeof useSendAgain>
