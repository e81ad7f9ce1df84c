import { useEffect, useState } from 'react'
import { useTranslate } from '../words/use-language.ts'

const SHOWN_MS = 2500

/** Copies a text, and says whether that worked. */
export function CopyButton({
  text,
  what,
  onCopied,
}: {
  text: string
  what: string
  onCopied?: () => void
}) {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<'done' | 'refused' | null>(null)

  useEffect(() => {
    if (outcome === null) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('done')
      onCopied?.()
    } catch {
      // Without a secure context (https or localhost) there is no clipboard.
      setOutcome('refused')
    }
  }

  return (
    <span className="copy">
      <button
        type="button"
        className="copy-button"
        aria-label={t('copy.button', { what })}
        title={t('copy.button', { what })}
        onClick={() => void copy()}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          {outcome === 'done' ? (
            <path d="m3 8.5 3.2 3.2L13 5" />
          ) : (
            <path d="M5.5 5.5h7v8h-7zM3.5 10.5v-8h7" />
          )}
        </svg>
      </button>
      <output className="visually-hidden">{outcome !== null && t(`copy.${outcome}`)}</output>
    </span>
  )
}
