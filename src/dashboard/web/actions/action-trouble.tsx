import { Trouble } from '../layout/error-view.tsx'
import { PasskeyNotUsed } from '../passkeys/use-passkey.ts'
import { useTranslate } from '../words/use-language.ts'

/** Why a dashboard action was not done. */
export function ActionTrouble({ error }: { error: unknown }) {
  const t = useTranslate()
  if (!(error instanceof PasskeyNotUsed)) return <Trouble error={error} />
  return (
    <p role="alert" className="trouble">
      {t('dashboard-action.not-signed')}
    </p>
  )
}
