import type { SandboxWords } from '../../words/sandbox-words.ts'

/** Says, on every page of the sandbox build, that it is one. */
export function SandboxBanner({ words }: { words: SandboxWords }) {
  return (
    <aside className="sandbox" aria-label="Sandbox">
      {words.banner}
    </aside>
  )
}
