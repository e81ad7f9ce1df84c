import { Trouble } from '../layout/error-view.tsx'
import { useSay } from '../words/use-language.ts'
import { PasskeyNotUsed } from './use-passkey.ts'

/** Shows why a passkey could not be used. */
export function PasskeyTrouble({ error, what }: { error: unknown; what: 'sign-in' | 'welcome' }) {
  const say = useSay()
  if (!(error instanceof PasskeyNotUsed)) return <Trouble error={error} />
  return (
    <p role="alert" className="trouble">
      {say(what === 'sign-in' ? 'sign-in.passkey-refused' : 'welcome.refused')}
    </p>
  )
}
