/** The dialog's style, kept out of the document: the form does not need it, and the document's size is limited. */
const BANK_STYLE = `
.bank {
  grid-template-rows: auto 1fr auto; width: min(480px, 100%); height: min(680px, 100dvh - 48px); padding: 0;
  border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; overscroll-behavior: contain;
  background: var(--paper); color: inherit;
}
.bank[open] { display: grid; }
.bank::backdrop { background: rgb(0 0 0 / .5); }
.bank header {
  display: flex; align-items: center; justify-content: space-between; padding-inline-start: 20px;
  border-block-end: 1px solid var(--line); font-weight: 600; text-align: start;
}
.bank p { outline: 0; }
.bank button {
  flex: none; width: 52px; height: 52px; padding: 0; border: 0; background: none; color: inherit;
  font: 1.5rem var(--font); cursor: pointer;
}
.bank :is(button, a):focus-visible { outline-offset: -4px; }
.bank div { display: grid; min-height: 0; }
.bank div > * { grid-area: 1 / 1; width: 100%; height: 100%; margin: 0; border: 0; }
.bank .loading + iframe { visibility: hidden; }
.bank a { display: block; padding: 13px 20px; color: inherit; font-size: var(--text-s); text-align: center; }
@media (prefers-reduced-motion: no-preference) {
  .bank[open] { animation: rising .2s; }
  @keyframes rising { from { opacity: 0; translate: 0 16px; } }
}
@media (max-width: 560px) {
  .bank { width: 100%; max-width: none; height: 100dvh; max-height: none; border: 0; border-radius: 0; }
}
`

/** Applies the dialog's style to the document, and returns a function that removes it. */
export function applyBankStyle(): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(BANK_STYLE)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
