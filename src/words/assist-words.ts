/** Texts that help with what was typed, loaded with their script. */
export interface AssistWords {
  /** With `{email}`. */
  emailMeant: string
  /** Beside a street without a number. */
  addNumber: string
}
