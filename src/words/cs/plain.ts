import type { PlainWords } from '../plain-words.ts'

export const cs: PlainWords = {
  home: 'Sem vás posílá obchod, když platíte. Bez objednávky tu není nic k vidění.',
  formTitle: 'Formulář nebyl přijat',
  formText: 'Vraťte se, načtěte znovu stránku své objednávky a zkuste to tam.',
  cardTitle: 'Zkuste to prosím znovu',
  cardText: 'Karty teď nemůžeme přijmout. Zkuste to za chvíli znovu, nebo zaplaťte jiným způsobem.',
  busyTitle: 'Právě máme velký nápor',
  busyText:
    'Vaše objednávka je uložená. Nechte tuto stránku otevřenou: za několik sekund se sama načte znovu.',
}
