import { useSay } from '../words/use-say.ts'

interface FooterProps {
  languages: readonly [tag: string, name: string][]
  locale: string
}

/** The page's languages as plain links: the server speaks the one that is asked for. */
export function Footer({ languages, locale }: FooterProps) {
  const say = useSay()
  return (
    <footer className="small">
      <span>Hosted Checkout</span>
      <nav aria-label={say('page.language')}>
        {languages.map(([tag, name]) => (
          <a
            key={tag}
            href={`?locale=${tag}`}
            hrefLang={tag}
            lang={tag}
            aria-current={tag === locale ? 'true' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
    </footer>
  )
}
