import { createHash } from 'node:crypto'

export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --page: #eef4f1; --surface: #fff; --text: #13241d; --muted: #4c6158; --line: #cfdcd5;
  --brand: #0b4a3a; --on-brand: #fff; --accent: #0a6b52; --on-accent: #fff; --ribbon: #ffd666; --on-ribbon: #3a2a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c1512; --surface: #15221d; --text: #eaf3ef; --muted: #a7bdb3; --line: #31453c;
    --brand: #07362a; --accent: #6fd6b4; --on-accent: #04231a;
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
.sheet { overflow: hidden; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); }
.bank { padding: 1rem 1.5rem; background: var(--brand); color: var(--on-brand); font-weight: 600; }
.content { padding: 1.5rem; }
h1 { font-size: 1.375rem; line-height: 1.25; }
p { margin-top: .5rem; color: var(--muted); }
dl { margin: 1.25rem 0; border-block: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .625rem 0; }
dl div + div { border-top: 1px solid var(--line); }
dt { color: var(--muted); }
dd { font-weight: 600; font-variant-numeric: tabular-nums; }
form { display: grid; gap: .75rem; margin-top: 1rem; }
label { display: grid; gap: .25rem; font-weight: 600; }
textarea, input {
  width: 100%; padding: .625rem .75rem; border: 1px solid var(--muted); border-radius: .5rem;
  background: var(--surface); color: var(--text); font: inherit;
}
button, .button {
  min-height: 2.75rem; padding: .625rem 1rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer;
  text-align: center; text-decoration: none;
}
button ~ button, .button { background: transparent; color: var(--accent); }
.button { display: block; margin-top: 1rem; }
button:hover, .button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

/** The hash of the style sheet for a Content-Security-Policy. */
export const PAGE_STYLE_HASH = `sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}`
