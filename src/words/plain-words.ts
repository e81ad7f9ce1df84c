/** Words of the pages without a session, the card frame's included; rendered by the server. */
export interface PlainWords {
  /** At the root of the checkout's origin. */
  home: string
  formTitle: string
  formText: string
  cardTitle: string
  cardText: string
  busyTitle: string
  busyText: string
}
