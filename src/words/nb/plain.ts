import type { PlainWords } from '../plain-words.ts'

export const nb: PlainWords = {
  home: 'En butikk sender deg hit når du betaler. Uten en bestilling er det ingenting å se.',
  formTitle: 'Skjemaet ble ikke godtatt',
  formText: 'Gå tilbake, last inn siden for bestillingen på nytt og prøv igjen der.',
  cardTitle: 'Prøv igjen',
  cardText:
    'Vi kan ikke ta imot kort akkurat nå. Prøv igjen om litt, eller betal på en annen måte.',
  busyTitle: 'Det er stor pågang akkurat nå',
  busyText:
    'Bestillingen din er lagret. La siden stå åpen: Den lastes inn på nytt av seg selv om noen sekunder.',
}
