import { SANDBOX_BAND_WORDS } from './band-words.ts'

/** The band above every page of the sandbox's dashboard, which says that no real money is involved. */
export function SandboxBand({ tag }: { tag: string }) {
  return (
    <aside className="band" aria-label="SANDBOX">
      <strong>SANDBOX</strong> <span>{SANDBOX_BAND_WORDS[tag] ?? SANDBOX_BAND_WORDS['en']}</span>
    </aside>
  )
}
