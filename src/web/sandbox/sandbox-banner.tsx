import { sandboxWords } from './sandbox-words.ts'

/** Says, on every page of the sandbox build, that it is one. */
export function SandboxBanner({ locale }: { locale: string }) {
  const words = sandboxWords(locale)
  return (
    <aside className="sandbox" aria-label="Sandbox">
      {words.banner}
    </aside>
  )
}
