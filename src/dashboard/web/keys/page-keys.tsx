import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Dialog } from '../parts/dialog.tsx'
import { useTranslate } from '../words/use-language.ts'
import { useKeys } from './use-keys.ts'

interface KeyOfPlace {
  to: string
  key: string
  name: string
}

/** The keys of every page: `g` and a letter goes to a place, `?` lists the keys. */
export function PageKeys({ places }: { places: readonly KeyOfPlace[] }) {
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const goTo = places.map(({ to, key }) => [`g ${key}`, () => void navigate(to)] as const)
  useKeys({ ...Object.fromEntries(goTo), '?': () => setIsOpen(true) })
  return isOpen && <KeysDialog places={places} onClose={() => setIsOpen(false)} />
}

function KeysDialog({ places, onClose }: { places: readonly KeyOfPlace[]; onClose: () => void }) {
  const t = useTranslate()
  const rows = [
    { keys: ['/'], does: t('keys.find') },
    ...places.map(({ key, name }) => ({ keys: ['g', key], does: name })),
    { keys: ['j', 'k'], does: t('keys.rows') },
    { keys: ['c'], does: t('keys.copy-row') },
    { keys: ['r'], does: t('keys.refund') },
    { keys: ['?'], does: t('keys.help') },
  ]
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className="keys">
        {rows.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{t('keys.off-hint')}</p>
      <div className="dialog-actions">
        <button type="button" className="quiet" onClick={onClose}>
          {t('keys.close')}
        </button>
      </div>
    </Dialog>
  )
}
