import { useEffect, useRef } from 'react'
import { replayProblem, replaySummary } from './send-again.tsx'
import type { SendAgain } from './use-send-again.ts'

/** The sticky bar to select events and send them again. */
export function SelectionBar({
  total,
  selected,
  onSelectAll,
  onSendAgain,
  replay,
}: {
  total: number
  selected: number
  onSelectAll: (all: boolean) => void
  onSendAgain: () => void
  replay: SendAgain
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = selected > 0 && selected < total
  }, [selected, total])
  const { data, error, isPending } = replay
  return (
    <div className="selection-bar">
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={selected === total}
          onChange={(change) => onSelectAll(change.target.checked)}
        />
        {selected === 0 ? 'Select all' : `${selected} of ${total} selected`}
      </label>
      <output>
        {isPending
          ? 'Sending again…'
          : error !== null
            ? replayProblem(error)
            : data !== undefined && selected === 0
              ? replaySummary(data)
              : ''}
      </output>
      <button
        type="button"
        className="main-button"
        aria-disabled={selected === 0 || isPending}
        onClick={onSendAgain}
      >
        {selected === 0 ? 'Send again' : `Send ${selected} again`}
      </button>
    </div>
  )
}
