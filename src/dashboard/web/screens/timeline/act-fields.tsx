import { LIMITS } from '#contract/limits.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useSay } from '../../words/use-language.ts'

/** A field for the reason of an act. */
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
  const say = useSay()
  return (
    <p className="command hint">
      {say('payments.command')}: <code>{children}</code>{' '}
      <CopyButton text={children} what={say('payments.command-copy')} />
    </p>
  )
}
