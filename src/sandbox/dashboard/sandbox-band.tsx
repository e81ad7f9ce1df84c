import { SANDBOX_BAND_WORDS } from './band-words.ts'

/** Above every page of the sandbox: nothing here is about real money. */
export function SandboxBand({ tag }: { tag: string }) {
  return (
    <aside className="band" aria-label="SANDBOX">
      <strong>SANDBOX</strong> <span>{SANDBOX_BAND_WORDS[tag] ?? SANDBOX_BAND_WORDS['en']}</span>
    </aside>
  )
}
