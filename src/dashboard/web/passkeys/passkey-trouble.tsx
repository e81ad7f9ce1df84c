import { Trouble } from '../layout/error-view.tsx'
import { useTranslate } from '../words/use-language.ts'
import { PasskeyNotUsed } from './use-passkey.ts'

/** Shows why a passkey could not be used. */
export function PasskeyTrouble({ error, what }: { error: unknown; what: 'sign-in' | 'welcome' }) {
  const t = useTranslate()
  if (!(error instanceof PasskeyNotUsed)) return <Trouble error={error} />
  return (
    <p role="alert" className="trouble">
      {t(what === 'sign-in' ? 'sign-in.passkey-refused' : 'welcome.refused')}
    </p>
  )
}
