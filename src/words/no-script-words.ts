/** Words of the page without script: rendered by the server, never sent to the script. */
export interface NoScriptWords {
  cardTitle: string
  cardText: string
  checkNow: string
  /** Label of a date and time. */
  payBy: string
  waiting: string
  staleTitle: string
  staleText: string
}
