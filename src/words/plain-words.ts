/** What the pages that are no session say, those of the card's frame included; the server writes them. */
export interface PlainWords {
  /** At the address of the checkout itself. */
  home: string
  formTitle: string
  formText: string
  cardTitle: string
  cardText: string
  busyTitle: string
  busyText: string
}
