/** A card of a processor's test environment, with what it leads to. */
export interface ProcessorTestCard {
  number: string
  /** Decides the outcome; absent: any name. */
  holderName?: string
  leadsTo: 'paid' | 'declined' | 'insufficientFunds' | 'challenge'
}

/** Where the page reads them. `cards` is null where the simulator takes cards. */
export const TEST_CARDS_PATH = '/api/sandbox/test-cards'
