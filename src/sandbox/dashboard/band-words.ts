/** By language of the dashboard. */
export const SANDBOX_BAND_WORDS: Readonly<Record<string, string>> = {
  en: 'no real money',
  'pt-BR': 'sem dinheiro de verdade',
}
