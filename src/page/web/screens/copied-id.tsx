import { useRef } from 'react'
import { useTranslate } from '../use-translate.ts'
import { useCopy } from './use-copy.ts'

/** An id with a button that copies it; the id is selected when the browser refuses. */
export function CopiedId({ id, label }: { id: string; label: string }) {
  const t = useTranslate()
  const code = useRef<HTMLElement>(null)
  const { outcome, copy } = useCopy(id, () => {
    if (code.current !== null) window.getSelection()?.selectAllChildren(code.current)
  })

  return (
    <>
      <span className="copied-id">
        <code ref={code}>{id}</code>
        <button className="copy-id" type="button" aria-label={label} onClick={copy}>
          <svg
            width="16"
            height="16"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path
              d={
                outcome === 'copied' ? 'M3 8.5l3.5 3.5L13 4.5' : 'M6 6h7.5v7.5H6zM10 6V2.5H2.5V10H6'
              }
            />
          </svg>
        </button>
      </span>
      <output className={outcome === 'refused' ? 'copy-by-hand' : 'visually-hidden'}>
        {outcome !== null && t(outcome === 'copied' ? 'copied' : 'copied.not')}
      </output>
    </>
  )
}
