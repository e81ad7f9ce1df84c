import { escapeText, sha256 } from './document.ts'

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:34rem;margin:15vh auto 0;padding:0 1.5rem}h1{font-size:1.5rem;letter-spacing:-.01em}code{font-size:.9375em}'

export const PLAIN_STYLE_HASH = sha256(STYLE)

/** A page of text only, in one language. */
export interface PlainPage {
  locale: string
  direction: 'ltr' | 'rtl'
  title: string
  text: string
  /** Delay after which the browser reloads it. */
  refreshSeconds?: number
}

/** For operators, when the build is missing. */
export const NOT_BUILT: PlainPage = {
  locale: 'en',
  direction: 'ltr',
  title: 'The page is not built',
  text: 'Run `npm run build`.',
}

const ICON = '<link rel="icon" href="/favicon.svg" type="image/svg+xml">\n'

/** A page that needs no build: for URLs without a session, and when the build is missing. */
export function plainPage(
  { locale, direction, title, text, refreshSeconds }: PlainPage,
  { hasIcon }: { hasIcon: boolean },
): string {
  const refresh =
    refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<meta name="robots" content="noindex,nofollow">
<title>${escapeText(title)}</title>
${refresh}${hasIcon ? ICON : ''}<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
<p>${escapeText(text)}</p>
</main>
</body>
</html>`
}
