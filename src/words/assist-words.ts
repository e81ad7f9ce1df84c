/** Texts of the help with typed fields, loaded with its script. */
export interface AssistWords {
  /** With `{email}`. */
  emailMeant: string
  /** Beside a street without a number. */
  addNumber: string
}
