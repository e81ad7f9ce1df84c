import { CopyButton } from '../parts/copy-button.tsx'
import { useTranslate } from '../words/use-language.ts'

/** Recovery codes, shown only once, and a box to confirm that they are kept. Only the parent component's state holds them. */
export function RecoveryCodeList({ codes, isKept, onKept }: RecoveryCodeListProps) {
  const t = useTranslate()
  return (
    <>
      <p>{t('welcome.codes-text')}</p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={codes.join('\n')} what={t('welcome.codes-copy')} />
      <label className="check">
        <input type="checkbox" checked={isKept} onChange={({ target }) => onKept(target.checked)} />
        {t('welcome.codes-kept')}
      </label>
    </>
  )
}

interface RecoveryCodeListProps {
  codes: readonly string[]
  isKept: boolean
  onKept: (isKept: boolean) => void
}
