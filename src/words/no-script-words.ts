/** What only those without script read: the server writes it, and no page carries it for later. */
export interface NoScriptWords {
  cardTitle: string
  cardText: string
  checkNow: string
  /** Stands before an instant, as the name of a fact. */
  payBy: string
  waiting: string
  staleTitle: string
  staleText: string
}
