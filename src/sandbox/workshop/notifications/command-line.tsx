import { CopyButton } from '../layout/copy-button.tsx'

/** A command for the operator to copy. */
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
