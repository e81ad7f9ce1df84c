import type { NoScriptWords } from '../no-script-words.ts'

export const cs: NoScriptWords = {
  cardTitle: 'Platba kartou vyžaduje JavaScript',
  cardText:
    'Údaje o kartě se před odesláním zašifrují v prohlížeči a to umí jen JavaScript. Zapněte ho a načtěte stránku znovu.',
  checkNow: 'Ověřit teď',
  payBy: 'Zaplaťte do',
  waiting: 'Čekáme na vaši platbu. Stránka se sama aktualizuje.',
  staleTitle: 'Zkuste to prosím znovu',
  staleText: 'Formulář byl otevřený příliš dlouho, nebo váš prohlížeč neukládá soubory cookie.',
}
