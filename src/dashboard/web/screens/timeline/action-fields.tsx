import { LIMITS } from '#contract/limits.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useTranslate } from '../../words/use-language.ts'

/** A field for the reason of a dashboard action. */
export function ReasonField({ label, value, onChange, isRequired = false }: ReasonFieldProps) {
  return (
    <label className="field">
      {label}
      <input
        type="text"
        value={value}
        maxLength={LIMITS.descriptionLengthMax}
        required={isRequired}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

interface ReasonFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
}

/** Shows the command that does the same. */
export function Command({ children }: { children: string }) {
  const t = useTranslate()
  return (
    <p className="command hint">
      {t('payments.command')}: <code>{children}</code>{' '}
      <CopyButton text={children} what={t('payments.command-copy')} />
    </p>
  )
}
