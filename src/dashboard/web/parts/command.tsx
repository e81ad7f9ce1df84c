import { useTranslate } from '../words/use-language.ts'
import { CopyButton } from './copy-button.tsx'

/** Shows the command that does the same, so that people learn the command line. */
export function Command({ line }: { line: string }) {
  const t = useTranslate()
  return (
    <details className="command">
      <summary>{t('command.title')}</summary>
      <pre>
        <code>{line}</code> <CopyButton text={line} what={t('key.command')} />
      </pre>
    </details>
  )
}
