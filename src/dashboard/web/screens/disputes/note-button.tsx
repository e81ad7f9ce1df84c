import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { useTranslate } from '../../words/use-language.ts'

/** Notes something about a dispute, or that it was answered in the processor's portal. */
export function NoteButton({ merchantId, disputeId }: { merchantId: string; disputeId: string }) {
  const t = useTranslate()
  const [note, setNote] = useState('')
  const [isAnswered, setIsAnswered] = useState(false)
  const given = note.trim()
  return (
    <ActionButton
      dashboardAction="dispute.note"
      input={{ merchantId, disputeId, isAnswered, ...(given !== '' && { note: given }) }}
      label={t('dispute.note')}
      title={t('dispute.note-title')}
      verb={t('dispute.note-verb')}
      onDone={() => {
        setNote('')
        setIsAnswered(false)
      }}
    >
      <p className="hint">{t('dispute.note-text')}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={isAnswered}
          onChange={({ target }) => setIsAnswered(target.checked)}
        />
        {t('dispute.answered')}
      </label>
      <label className="field">
        {t('dispute.note-field')}
        <input
          type="text"
          value={note}
          maxLength={LIMITS.descriptionLengthMax}
          required={!isAnswered}
          autoComplete="off"
          onChange={({ target }) => setNote(target.value)}
        />
      </label>
    </ActionButton>
  )
}
