import { Trouble } from '../layout/error-view.tsx'
import { PasskeyNotUsed } from '../passkeys/use-passkey.ts'
import { useSay } from '../words/use-language.ts'

/** Why an act was not done. */
export function ActTrouble({ error }: { error: unknown }) {
  const say = useSay()
  if (!(error instanceof PasskeyNotUsed)) return <Trouble error={error} />
  return (
    <p role="alert" className="trouble">
      {say('act.not-signed')}
    </p>
  )
}
