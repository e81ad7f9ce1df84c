import { createHash } from 'node:crypto'

export const CHALLENGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #eef1f6; --surface: #fff; --text: #16202e; --muted: #55627a; --line: #d5dbe6;
  --brand: #12395f; --on-brand: #fff; --accent: #0b5cad; --on-accent: #fff; --ribbon: #ffd666; --on-ribbon: #3a2a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e141d; --surface: #18212e; --text: #edf1f7; --muted: #a9b5c8; --line: #35435a;
    --brand: #0a2440; --accent: #7db8f5; --on-accent: #06203a;
  }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100dvh; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
header {
  padding: .5rem 1rem; background: var(--ribbon); color: var(--on-ribbon);
  text-align: center; text-wrap: balance; font-size: .875rem; font-weight: 600;
}
main { max-width: 28rem; margin: clamp(1rem, 8vh, 5rem) auto; padding: 0 1rem; }
.sheet {
  overflow: hidden; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface);
  box-shadow: 0 .5rem 2rem rgb(10 30 60 / .12);
}
.bank {
  display: flex; align-items: center; gap: .75rem; padding: 1rem 1.5rem;
  background: var(--brand); color: var(--on-brand); font-weight: 600;
}
.bank svg { flex: none; }
.content { padding: 1.5rem; }
h1 { font-size: 1.375rem; line-height: 1.25; }
p { margin-top: .5rem; color: var(--muted); }
dl { margin: 1.25rem 0; border-block: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .625rem 0; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--muted); }
dd { font-weight: 600; font-variant-numeric: tabular-nums; }
form { display: grid; gap: .75rem; }
button {
  min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: transparent; color: var(--accent); font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { text-decoration: underline; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.primary { background: var(--accent); color: var(--on-accent); }
.quiet { border-color: transparent; color: var(--muted); }
`

/** The hash of the style sheet for a Content-Security-Policy. */
export const CHALLENGE_STYLE_HASH = `sha256-${createHash('sha256').update(CHALLENGE_STYLE).digest('base64')}`
