import { CopyButton } from '../layout/copy-button.tsx'

/** A command to type on the operator's machine. */
export function CommandLine({ command }: { command: string }) {
  const line = `npx checkout ${command}`
  return (
    <div className="command-line">
      <code>{line}</code>
      <CopyButton text={() => line}>
        Copy <span className="visually-hidden">the command</span>
      </CopyButton>
    </div>
  )
}
