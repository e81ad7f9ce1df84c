import { useEffect, useId, useRef, useState } from 'react'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useTranslate } from '../words/use-language.ts'
import { CodeSample, type Sample } from './code-sample.tsx'
import { envFile, type Variable } from './env-file.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

const HIDDEN = '••••••••••••'

/**
 * Secrets that are shown only once. Only the state of the parent component holds them. They are hidden until "show" is
 * pressed, and are gone with the panel, which can be closed once they were copied, downloaded or confirmed as kept.
 */
export function OneTimePanel({ title, text, variables, fileName, onClose, sample }: PanelProps) {
  const t = useTranslate()
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isShown, setIsShown] = useState(false)
  const [copied, setCopied] = useState<readonly string[]>([])
  const [isKept, setIsKept] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const secrets = variables.filter(({ isSecret }) => isSecret)
  const mayClose = isKept || secrets.every(({ name }) => copied.includes(name))
  const leaving = useLeaveGuard(!mayClose, onClose)
  const file = envFile(variables)

  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="one-time" aria-labelledby={titleId}>
      <h2 id={titleId} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <dl className="facts">
        {variables.map(({ name, value, isSecret }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{isSecret && !isShown ? HIDDEN : value}</code>{' '}
              <CopyButton
                text={value}
                what={name}
                onCopied={() => setCopied((before) => [...before, name])}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="one-time-actions">
        <button
          type="button"
          className="quiet"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {t(isShown ? 'secret.hide' : 'secret.show')}
        </button>
        <button
          type="button"
          className="quiet"
          onClick={() => {
            download(fileName, file)
            setIsKept(true)
          }}
        >
          {t('secret.download')}
        </button>
      </div>
      {sample && <CodeSample {...sample} shown={isShown ? undefined : HIDDEN} />}
      <label className="check">
        <input
          type="checkbox"
          checked={isKept}
          onChange={({ target }) => setIsKept(target.checked)}
        />
        {t('secret.kept')}
      </label>
      <p role="alert" className="trouble">
        {isRefused && !mayClose && t('secret.not-kept')}
      </p>
      <p>
        <button
          type="button"
          className="main-button"
          aria-disabled={!mayClose}
          onClick={() => (mayClose ? onClose() : setIsRefused(true))}
        >
          {t('secret.close')}
        </button>
      </p>
      {leaving.state === 'blocked' && (
        <Dialog title={t('secret.leave-title')} onClose={() => leaving.reset()}>
          <p>{t('secret.leave-text')}</p>
          <div className="dialog-actions">
            <button type="button" className="quiet" onClick={() => leaving.proceed()}>
              {t('secret.leave')}
            </button>
            <button type="button" className="main-button" onClick={() => leaving.reset()}>
              {t('secret.stay')}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  )
}

interface PanelProps {
  title: string
  text: string
  /** Lines of a `.env` file. */
  variables: readonly Variable[]
  fileName: string
  /** Forgets the secrets. */
  onClose: () => void
  /** Code with the secret in it. */
  sample?: Sample | undefined
}

/** Downloads a file that the page itself makes: the server does not send the secrets again. */
function download(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
