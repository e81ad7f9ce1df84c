import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'

export interface ShownLink {
  url: string
  expiresAt: string
  /** The person whom it signs in. */
  who: string
}

/** A sign-in link of somebody, shown only this once. */
export function OneLink({ link, onClose }: { link: ShownLink; onClose: () => void }) {
  const t = useTranslate()
  const { url, expiresAt, who } = link
  return (
    <Dialog title={t('people.link-title', { who })} onClose={onClose}>
      <p>{t('people.link-text')}</p>
      <p className="secret">
        <input
          readOnly
          value={url}
          aria-label={t('people.link')}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={url} what={t('people.link')} />
      </p>
      <p className="hint">
        {t('people.until')} <Time at={expiresAt} />
      </p>
      <div className="dialog-actions">
        <button type="button" className="main-button" onClick={onClose}>
          {t('people.link-kept')}
        </button>
      </div>
    </Dialog>
  )
}
