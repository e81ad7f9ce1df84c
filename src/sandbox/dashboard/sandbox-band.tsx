/** By language of the dashboard. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'no real money',
  'pt-BR': 'sem dinheiro de verdade',
}

/** The band above every page of the sandbox's dashboard, which says that no real money is involved. */
export function SandboxBand({ tag }: { tag: string }) {
  return (
    <aside className="band" aria-label="SANDBOX">
      <strong>SANDBOX</strong> <span>{WORDS[tag] ?? WORDS['en']}</span>
    </aside>
  )
}
