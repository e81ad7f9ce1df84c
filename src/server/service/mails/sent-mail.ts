/** Outcome of an attempt: `retry` is temporary, `failed` permanent. `reason` contains no address. */
export type SentMail = { result: 'sent' } | { result: 'retry' | 'failed'; reason: string }
