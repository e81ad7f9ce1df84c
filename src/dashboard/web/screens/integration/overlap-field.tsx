import { Field } from '../../parts/field.tsx'
import { useTranslate } from '../../words/use-language.ts'

const OVERLAPS = {
  none: { seconds: 0, option: '0' },
  hour: { seconds: 3600, option: '1h' },
  day: { seconds: 86_400, option: '24h' },
  week: { seconds: 7 * 86_400, option: '7d' },
} as const
export type Overlap = keyof typeof OVERLAPS
const NAMES = Object.keys(OVERLAPS) as Overlap[]

/**
 * For how long the old key or secret stays valid beside the new one: in seconds for the dashboard action, and as the command's
 * option.
 */
export function overlapOption(overlap: Overlap): { seconds: number; option: string } {
  return OVERLAPS[overlap]
}

export function OverlapField({ overlap, onChange }: OverlapFieldProps) {
  const t = useTranslate()
  return (
    <Field label={t('integration.overlap')} hint={t(`integration.overlap-${overlap}-text`)}>
      {(attributes) => (
        <select
          {...attributes}
          value={overlap}
          onChange={({ target }) =>
            onChange(NAMES.find((name) => name === target.value) ?? overlap)
          }
        >
          {NAMES.map((name) => (
            <option key={name} value={name}>
              {t(`integration.overlap-${name}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface OverlapFieldProps {
  overlap: Overlap
  onChange: (overlap: Overlap) => void
}
