import type { PlainWords } from '../plain-words.ts'

export const nb: PlainWords = {
  home: 'En butikk sender deg hit når du betaler. Uten en bestilling er det ingenting å se.',
  formTitle: 'Skjemaet ble ikke godtatt',
  formText: 'Gå tilbake, last inn siden for bestillingen på nytt og trykk på knappen der.',
  cardTitle: 'Prøv igjen',
  cardText:
    'Det går ikke an å ta imot kort akkurat nå. Prøv igjen om litt, eller betal på en annen måte.',
  busyTitle: 'Det er svært mange her akkurat nå',
  busyText:
    'Bestillingen din venter på deg. La siden stå åpen: Den lastes inn på nytt av seg selv om noen sekunder.',
}
