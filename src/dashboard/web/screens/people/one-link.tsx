import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Time } from '../../parts/time.tsx'
import { useSay } from '../../words/use-language.ts'

export interface ShownLink {
  url: string
  expiresAt: string
  /** The person whom it signs in. */
  who: string
}

/** A sign-in link of somebody, shown only this once. */
export function OneLink({ link, onClose }: { link: ShownLink; onClose: () => void }) {
  const say = useSay()
  const { url, expiresAt, who } = link
  return (
    <Dialog title={say('people.link-title', { who })} onClose={onClose}>
      <p>{say('people.link-text')}</p>
      <p className="secret">
        <input
          readOnly
          value={url}
          aria-label={say('people.link')}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={url} what={say('people.link')} />
      </p>
      <p className="hint">
        {say('people.until')} <Time at={expiresAt} />
      </p>
      <div className="dialog-acts">
        <button type="button" className="main-button" onClick={onClose}>
          {say('people.link-kept')}
        </button>
      </div>
    </Dialog>
  )
}
