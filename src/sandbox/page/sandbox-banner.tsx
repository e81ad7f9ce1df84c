import type { SandboxWords } from '#words/places.ts'

/** Marks every page of the sandbox build as a sandbox. */
export function SandboxBanner({ words }: { words: SandboxWords }) {
  return (
    <aside className="sandbox" aria-label="Sandbox">
      {words.banner}
    </aside>
  )
}
