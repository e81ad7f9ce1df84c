import { useSay } from '../words/use-language.ts'
import { CopyButton } from './copy-button.tsx'

/** Shows the command that does the same, so that people learn the command line. */
export function Command({ line }: { line: string }) {
  const say = useSay()
  return (
    <details className="command">
      <summary>{say('command.title')}</summary>
      <pre>
        <code>{line}</code> <CopyButton text={line} what={say('key.command')} />
      </pre>
    </details>
  )
}
